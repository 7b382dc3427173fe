//! The items of a regulation as a tree: divisions hold provisions, provisions those under them.

use super::{Division, Item, Provision, Regulation};

/// A division or provision with what stands in it.
#[derive(Clone, Debug)]
pub struct Node<'a> {
    pub item: NodeItem<'a>,
    pub children: Vec<Node<'a>>,
}

#[derive(Clone, Copy, Debug)]
pub enum NodeItem<'a> {
    Division(&'a Division),
    Provision(&'a Provision),
}

impl Regulation {
    /// Divisions hold what follows, up to one of their own level or higher.
    pub fn tree(&self) -> Vec<Node<'_>> {
        let mut items = self.items.as_slice();
        branch(&mut items, 0)
    }
}

/// Rank of an item: divisions before provisions, outer before inner.
fn rank(item: &Item) -> u16 {
    match item {
        Item::Division(division) => u16::from(division.level),
        Item::Provision(provision) => 0x100 + u16::from(provision.depth),
    }
}

fn branch<'a>(items: &mut &'a [Item], above: u16) -> Vec<Node<'a>> {
    let mut nodes = Vec::new();
    while let Some((first, rest)) = items.split_first() {
        let own = rank(first);
        if own <= above {
            break;
        }
        *items = rest;
        let item = match first {
            Item::Division(division) => NodeItem::Division(division),
            Item::Provision(provision) => NodeItem::Provision(provision),
        };
        nodes.push(Node { item, children: branch(items, own) });
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::testing::run;

    fn shape(nodes: &[Node<'_>]) -> String {
        let parts: Vec<_> = nodes
            .iter()
            .map(|node| {
                let name = match node.item {
                    NodeItem::Division(division) => division.title.clone(),
                    NodeItem::Provision(provision) => provision.id.path().to_owned(),
                };
                if node.children.is_empty() {
                    name
                } else {
                    format!("{name}({})", shape(&node.children))
                }
            })
            .collect();
        parts.join(" ")
    }

    #[test]
    fn divisions_and_depths_make_a_tree() {
        let run = run(
            "§ [1.] U.\n# I\n## A\n§ [2.] Dos.\n§§ [a)] A.\n§§§ [1)] U.\n§§ [b)] B.\n# II\n§ [3.] Tres.\n",
        );
        let tree = run.rulebook().regulations[0].tree();
        assert_eq!(shape(&tree), "1 I(A(2(2.a(2.a.1) 2.b))) II(3)");
    }
}
