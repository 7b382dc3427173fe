//! A circular applied to the rulebook: the consolidated text.
//!
//! Nothing vanishes: a repealed provision keeps its label and identifier, without text, so that
//! what cites it still has an address. Parameters follow their text: those of a replaced or
//! repealed provision are taken away, those of the new text come instead.

use std::collections::BTreeMap;

use super::{
    Action, Amended, Amendment, Circular, How, Item, Param, ParamValue, Position, Provision,
    ProvisionId, Regulation, Rulebook, label_path,
};
use crate::diag::{Diagnostic, Diagnostics, Span};
use crate::model::Date;

/// The last amendment of each provision, to see conflicts.
#[derive(Debug, Default)]
pub(crate) struct Ledger(BTreeMap<ProvisionId, Entry>);

#[derive(Debug)]
struct Entry {
    circular: String,
    from: Date,
    span: Span,
}

/// Applies a circular's amendments in their order; what is wrong is reported and left out.
/// Circulars are applied by the day on which they come into force.
pub(crate) fn apply(
    rulebook: &mut Rulebook,
    circular: &Circular,
    ledger: &mut Ledger,
    diagnostics: &mut Diagnostics,
) {
    for amendment in &circular.amendments {
        Applying {
            rulebook: &mut *rulebook,
            circular,
            amendment,
            ledger: &mut *ledger,
            diagnostics,
        }
        .apply();
    }
}

struct Applying<'a> {
    rulebook: &'a mut Rulebook,
    circular: &'a Circular,
    amendment: &'a Amendment,
    ledger: &'a mut Ledger,
    diagnostics: &'a mut Diagnostics,
}

impl Applying<'_> {
    fn apply(&mut self) {
        let target = &self.amendment.target;
        let anchor = match &self.amendment.action {
            Action::Add(position) => position.anchor(),
            _ => target,
        };
        let Some((regulation, at)) = self.find(anchor) else { return };
        if self.circular.in_force < self.rulebook.regulations[regulation].in_force {
            self.report(
                Diagnostic::error("E0261", format!("`{target}` is not yet in force"))
                    .hint("a circular amends a text from a day on which it holds, or later"),
            );
        }
        match &self.amendment.action {
            Action::Add(position) => self.add(regulation, at, position),
            Action::Repeal => self.repeal(regulation, at),
            Action::Replace => self.replace(regulation, at, at + 1),
            Action::ReplaceAll => {
                let end = branch_end(&self.rulebook.regulations[regulation], at);
                self.replace(regulation, at, end);
            }
        }
    }

    /// Regulation and place in it of a provision; if there is none, that is an error.
    fn find(&mut self, id: &ProvisionId) -> Option<(usize, usize)> {
        let place =
            self.rulebook.regulations.iter().enumerate().find_map(|(number, regulation)| {
                let at = regulation.items.iter().position(|item| is(item, id))?;
                Some((number, at))
            });
        if place.is_none() {
            let known: Vec<&str> = self.rulebook.provisions().map(|p| p.id.as_str()).collect();
            let diagnostic =
                Diagnostic::error("E0253", format!("no provision `{id}` exists to be amended"))
                    .suggest(id.as_str(), known)
                    .at(self.amendment.span);
            self.diagnostics.push(diagnostic);
        }
        place
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic.at(self.amendment.span));
    }

    /// Notes the amendment of a provision; `false` if another stands against it.
    fn enter(&mut self, id: &ProvisionId, repealed: bool) -> bool {
        let circular = &self.circular;
        let entry = Entry {
            circular: circular.number.clone(),
            from: circular.in_force,
            span: self.amendment.span,
        };
        let before = self.ledger.0.insert(id.clone(), entry);
        let conflict = match &before {
            Some(before) if before.from == circular.in_force => Some(
                Diagnostic::error(
                    "E0254",
                    format!("`{id}` is amended twice on {}", circular.in_force),
                )
                .related(before.span, format!("by circular {}", before.circular))
                .hint("put both changes into one amendment, or change the day of one circular"),
            ),
            Some(before) if repealed => Some(
                Diagnostic::error("E0255", format!("`{id}` is repealed and cannot be amended"))
                    .related(before.span, format!("repealed by circular {}", before.circular))
                    .hint("add a new provision with another identifier instead"),
            ),
            _ => None,
        };
        let free = conflict.is_none();
        if let (Some(before), Some(conflict)) = (before, conflict) {
            self.report(conflict);
            self.ledger.0.insert(id.clone(), before);
        }
        free
    }

    fn amended(&self, how: How) -> Option<Amended> {
        Some(Amended { by: self.circular.number.clone(), from: self.circular.in_force, how })
    }

    fn add(&mut self, regulation: usize, at: usize, position: &Position) {
        let target = &self.amendment.target;
        if self.rulebook.provisions().any(|provision| provision.id == *target) {
            self.report(
                Diagnostic::error("E0256", format!("`{target}` exists already"))
                    .hint("to change it write `§ replace […]`; identifiers are never used twice"),
            );
            return;
        }
        if target.code() != position.anchor().code() {
            let message = format!("`{target}` cannot stand in another regulation");
            self.report(Diagnostic::error("E0256", message));
            return;
        }
        let Item::Provision(anchor) = &self.rulebook.regulations[regulation].items[at] else {
            return;
        };
        let (depth, parent) = match position {
            Position::Under(id) => (anchor.depth + 1, Some(id.clone())),
            _ => (anchor.depth, anchor.parent.clone()),
        };
        let place = match position {
            Position::Before(_) => at,
            _ => branch_end(&self.rulebook.regulations[regulation], at),
        };
        self.check_label(parent.as_ref());
        if !self.enter(target, false) {
            return;
        }
        let new = self.placed(depth, parent, How::Added);
        self.rulebook.regulations[regulation].items.splice(place..place, new);
        self.add_params();
    }

    fn replace(&mut self, regulation: usize, at: usize, end: usize) {
        let Item::Provision(old) = &self.rulebook.regulations[regulation].items[at] else { return };
        let (depth, parent, repealed) = (old.depth, old.parent.clone(), old.is_repealed());
        let (label, title, skip) = (old.label.clone(), old.title.clone(), old.skip);
        let inventory = old.inventory.clone();
        if !self.enter(&self.amendment.target.clone(), repealed) {
            return;
        }
        let mut new = self.placed(depth, parent, How::Replaced);
        let Some(Item::Provision(first)) = new.first_mut() else { return };
        if first.label != label {
            let diagnostic = Diagnostic::warning(
                "W0261",
                format!("the label was `{label}` and becomes `{}`", first.label),
            )
            .at(first.span)
            .hint("the identifier stays; print the old label unless the circular changes it");
            self.diagnostics.push(diagnostic);
        }
        first.title = first.title.take().or(title);
        first.skip |= skip;
        // The checklist of the source text finds the provision under its new text too.
        first.inventory = inventory;
        let old: Vec<Item> = self.rulebook.regulations[regulation]
            .items
            .splice(at..end, std::iter::empty())
            .collect();
        let old: Vec<Provision> = old.into_iter().filter_map(provision).collect();
        self.take_params(&old, true);
        // Those under the provision that the new text does not have are repealed.
        for gone in old {
            if !new.iter().any(|item| is(item, &gone.id)) {
                new.push(Item::Provision(self.repealed(gone)));
            }
        }
        self.rulebook.regulations[regulation].items.splice(at..at, new);
        self.add_params();
    }

    fn repeal(&mut self, regulation: usize, at: usize) {
        let end = branch_end(&self.rulebook.regulations[regulation], at);
        let branch: Vec<Provision> = self.rulebook.regulations[regulation].items[at..end]
            .iter()
            .cloned()
            .filter_map(provision)
            .collect();
        for old in &branch {
            // What was repealed before stays as it is.
            if old.id != self.amendment.target && old.is_repealed() {
                continue;
            }
            if !self.enter(&old.id, old.is_repealed()) {
                return;
            }
        }
        self.take_params(&branch, false);
        let repealed: Vec<Item> =
            branch.into_iter().map(|old| Item::Provision(self.repealed(old))).collect();
        self.rulebook.regulations[regulation].items.splice(at..end, repealed);
    }

    /// What is left of a provision: label, title, place.
    fn repealed(&self, old: Provision) -> Provision {
        if old.is_repealed() {
            return old;
        }
        Provision {
            blocks: Vec::new(),
            notes: Vec::new(),
            amended: self.amended(How::Repealed),
            ..old
        }
    }

    /// The amendment's provisions at their place in the regulation.
    fn placed(&self, depth: u8, parent: Option<ProvisionId>, how: How) -> Vec<Item> {
        let mut placed = self.amendment.provisions.clone();
        for provision in &mut placed {
            provision.depth += depth - 1;
            provision.parent = provision.parent.take().or_else(|| parent.clone());
            provision.amended = self.amended(how);
        }
        placed.into_iter().map(Item::Provision).collect()
    }

    /// A new provision's identifier must be the one that its label makes.
    fn check_label(&mut self, parent: Option<&ProvisionId>) {
        let Some(first) = self.amendment.provisions.first() else { return };
        let made = label_path(&first.label, parent.map(ProvisionId::path));
        if let Some(made) = made.filter(|made| made != self.amendment.target.path()) {
            let diagnostic = Diagnostic::warning(
                "W0261",
                format!("the label `{}` makes the path `{made}`", first.label),
            )
            .at(first.span)
            .related(self.amendment.span, "but the amendment names another");
            self.diagnostics.push(diagnostic);
        }
    }

    /// Takes the parameters of old provisions away, and compares them with the new ones.
    fn take_params(&mut self, old: &[Provision], replaced: bool) {
        let gone: Vec<Param> = self
            .rulebook
            .params
            .values()
            .filter(|param| old.iter().any(|provision| provision.id == param.provision))
            .cloned()
            .collect();
        for param in gone {
            self.rulebook.params.remove(&param.id);
            if !replaced {
                continue;
            }
            match self.amendment.params.iter().find(|new| new.id == param.id) {
                Some(new) if !same_type(&param.value, &new.value) => self.diagnostics.push(
                    Diagnostic::error(
                        "E0259",
                        format!("the parameter `{}` must stay {}", param.id, param.value.kind()),
                    )
                    .at_label(new.span, format!("this is {}", new.value.kind()))
                    .related(param.span, "the value that it replaces"),
                ),
                Some(new) if new.unit != param.unit => self.diagnostics.push(
                    Diagnostic::warning(
                        "W0262",
                        format!("the parameter `{}` has another unit than before", param.id),
                    )
                    .at(new.span)
                    .related(param.span, "the value that it replaces"),
                ),
                Some(_) => {}
                None => {
                    let diagnostic = Diagnostic::warning(
                        "W0260",
                        format!("the new text has no parameter `{}`", param.id),
                    )
                    .related(param.span, "the text that it replaces has it")
                    .hint(
                        "mark the number in the new text, or calculations lack it from this day on",
                    );
                    self.report(diagnostic);
                }
            }
        }
    }

    fn add_params(&mut self) {
        for param in &self.amendment.params {
            match self.rulebook.params.get(&param.id) {
                Some(other) => self.diagnostics.push(
                    Diagnostic::error(
                        "E0302",
                        format!("the parameter `{}` is defined twice", param.id),
                    )
                    .at_label(param.span, "second")
                    .related(other.span, format!("first, in {}", other.provision))
                    .hint("an amendment may only define the parameters of the text it replaces, or new ones"),
                ),
                None => {
                    self.rulebook.params.insert(param.id.clone(), param.clone());
                }
            }
        }
    }
}

/// A whole number may become a fraction and back; all else keeps its type.
fn same_type(a: &ParamValue, b: &ParamValue) -> bool {
    use ParamValue::{Fraction, Integer};
    matches!((a, b), (Integer(_) | Fraction(_), Integer(_) | Fraction(_)))
        || std::mem::discriminant(a) == std::mem::discriminant(b)
}

fn is(item: &Item, id: &ProvisionId) -> bool {
    matches!(item, Item::Provision(provision) if provision.id == *id)
}

fn provision(item: Item) -> Option<Provision> {
    match item {
        Item::Provision(provision) => Some(provision),
        Item::Division(_) => None,
    }
}

/// Where what stands under a provision ends.
fn branch_end(regulation: &Regulation, at: usize) -> usize {
    let depth = |item: &Item| match item {
        Item::Provision(provision) => provision.depth,
        Item::Division(_) => 0,
    };
    let own = depth(&regulation.items[at]);
    let below = regulation.items[at + 1..].iter().take_while(|item| depth(item) > own).count();
    at + 1 + below
}
