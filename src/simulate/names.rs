//! Names for people, clubs and towns.
//!
//! First names and surnames are common Catalan ones in chance combinations; clubs are invented;
//! towns are real, because delegations and distances are.

use super::Random;
use crate::model::{Delegation, Sex};

const SURNAMES: [&str; 112] = [
    "Abril",
    "Aguilar",
    "Albiol",
    "Alemany",
    "Amat",
    "Aragall",
    "Arnau",
    "Badia",
    "Balcells",
    "Barceló",
    "Batlle",
    "Bellver",
    "Benet",
    "Bosch",
    "Brugués",
    "Busquets",
    "Cabré",
    "Calvet",
    "Camps",
    "Canals",
    "Carbonell",
    "Cardona",
    "Carreras",
    "Casals",
    "Castells",
    "Clavell",
    "Colomer",
    "Comas",
    "Corbella",
    "Costa",
    "Creus",
    "Dalmau",
    "Domènech",
    "Duran",
    "Escoda",
    "Espinós",
    "Esteve",
    "Fàbregas",
    "Farré",
    "Ferran",
    "Figueras",
    "Florensa",
    "Fontanet",
    "Fortuny",
    "Franch",
    "Fuster",
    "Galceran",
    "Garriga",
    "Gasull",
    "Gelabert",
    "Gibert",
    "Gispert",
    "Graells",
    "Grau",
    "Guasch",
    "Huguet",
    "Iborra",
    "Jofre",
    "Juanola",
    "Julià",
    "Llobet",
    "Llopart",
    "Lluch",
    "Maideu",
    "Mallol",
    "Margarit",
    "Marsal",
    "Mas",
    "Masdeu",
    "Massagué",
    "Mercader",
    "Miquel",
    "Mir",
    "Molins",
    "Montaner",
    "Moragues",
    "Nadal",
    "Noguera",
    "Oliva",
    "Oller",
    "Pagès",
    "Palau",
    "Pascual",
    "Pedrós",
    "Piqué",
    "Planas",
    "Ponsa",
    "Prats",
    "Puigdomènech",
    "Pujadas",
    "Quintana",
    "Raventós",
    "Recasens",
    "Ribalta",
    "Riera",
    "Rocamora",
    "Roig",
    "Rovira",
    "Sabaté",
    "Salvat",
    "Santacana",
    "Segarra",
    "Serrallonga",
    "Solsona",
    "Tarrés",
    "Torrents",
    "Trias",
    "Valldeperes",
    "Ventura",
    "Verdaguer",
    "Vilalta",
    "Xifré",
];

const MEN: [&str; 44] = [
    "Adrià",
    "Agustí",
    "Albert",
    "Andreu",
    "Antoni",
    "Arnau",
    "Bernat",
    "Carles",
    "Cristòfol",
    "Daniel",
    "David",
    "Eduard",
    "Enric",
    "Esteve",
    "Ferran",
    "Francesc",
    "Gerard",
    "Guillem",
    "Ignasi",
    "Isidre",
    "Jaume",
    "Joan",
    "Joaquim",
    "Jordi",
    "Josep",
    "Llorenç",
    "Lluís",
    "Marc",
    "Martí",
    "Miquel",
    "Narcís",
    "Oriol",
    "Pau",
    "Pere",
    "Rafael",
    "Ramon",
    "Ricard",
    "Robert",
    "Roger",
    "Salvador",
    "Sergi",
    "Tomàs",
    "Vicenç",
    "Xavier",
];

const WOMEN: [&str; 28] = [
    "Àngels",
    "Anna",
    "Assumpta",
    "Berta",
    "Carme",
    "Clara",
    "Cristina",
    "Dolors",
    "Elisenda",
    "Eulàlia",
    "Gemma",
    "Glòria",
    "Imma",
    "Joana",
    "Judit",
    "Laia",
    "Marta",
    "Mercè",
    "Mireia",
    "Montserrat",
    "Neus",
    "Núria",
    "Olga",
    "Pilar",
    "Roser",
    "Sílvia",
    "Teresa",
    "Txell",
];

/// Of everybody, the women, in thousandths.
const WOMEN_SHARE: u32 = 110;

/// A name as published, `Cognom Cognom, Nom`.
pub fn person(random: &mut Random) -> (String, Sex) {
    let first = random.index(SURNAMES.len());
    // Any other one: nobody is called the same twice.
    let second = (first + 1 + random.index(SURNAMES.len() - 1)) % SURNAMES.len();
    let (given, sex): (&[&str], _) =
        if random.per_mille(WOMEN_SHARE) { (&WOMEN, Sex::Female) } else { (&MEN, Sex::Male) };
    let given = given[random.index(given.len())];
    (format!("{} {}, {given}", SURNAMES[first], SURNAMES[second]), sex)
}

/// A town and where it lies, latitude and longitude in millionths of a degree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Town {
    pub name: &'static str,
    pub delegation: Delegation,
    pub at: (i64, i64),
}

const fn town(name: &'static str, delegation: Delegation, at: (i64, i64)) -> Town {
    Town { name, delegation, at }
}

use Delegation::{Barcelona, Girona, Lleida, Tarragona};

/// To about a hundred metres; the order is that in which clubs are founded.
pub const TOWNS: [Town; 24] = [
    town("Barcelona", Barcelona, (41_387_400, 2_168_600)),
    town("Girona", Girona, (41_981_800, 2_823_700)),
    town("Lleida", Lleida, (41_614_800, 626_800)),
    town("Tarragona", Tarragona, (41_118_900, 1_244_500)),
    town("Terrassa", Barcelona, (41_563_200, 2_008_900)),
    town("Olot", Girona, (42_182_200, 2_489_000)),
    town("Balaguer", Lleida, (41_790_400, 810_700)),
    town("Reus", Tarragona, (41_156_100, 1_106_900)),
    town("Vic", Barcelona, (41_930_100, 2_254_900)),
    town("Manresa", Barcelona, (41_724_900, 1_826_600)),
    town("Figueres", Girona, (42_265_500, 2_958_100)),
    town("Mataró", Barcelona, (41_538_800, 2_444_900)),
    town("Tàrrega", Lleida, (41_646_700, 1_139_600)),
    town("Valls", Tarragona, (41_286_100, 1_249_700)),
    town("Barcelona", Barcelona, (41_387_400, 2_168_600)),
    town("Sabadell", Barcelona, (41_548_600, 2_107_400)),
    town("Igualada", Barcelona, (41_578_900, 1_617_200)),
    town("Tortosa", Tarragona, (40_812_500, 521_600)),
    town("Banyoles", Girona, (42_119_600, 2_766_300)),
    town("Cervera", Lleida, (41_670_400, 1_272_300)),
    town("Granollers", Barcelona, (41_607_900, 2_287_600)),
    town("Palafrugell", Girona, (41_918_000, 3_163_000)),
    town("Badalona", Barcelona, (41_450_300, 2_247_400)),
    town("Montblanc", Tarragona, (41_376_400, 1_161_500)),
];

const CLUBS: [&str; 40] = [
    "Roca Alta",
    "Cavall de Fira",
    "Set Rengles",
    "Dama d'Argent",
    "Pont de l'Alzina",
    "Font de la Guineu",
    "Diagonal Llarga",
    "Pas de l'Os",
    "Torre Esbiaixada",
    "Alfil Tort",
    "Tramuntana Negra",
    "Peu de Mola",
    "Camí de la Boira",
    "Plaça de les Hores",
    "Molí del Gall",
    "Última Fila",
    "Mig Joc",
    "Casella Blanca",
    "Enroc Tardà",
    "Salt de Garsa",
    "Arbre Sec",
    "Rellotge de Sol",
    "Gambit del Forner",
    "Bosc de Llambregues",
    "Riu de Baix",
    "Quatre Pilars",
    "Penya del Cargol",
    "Escac i Rosa",
    "Cantonada Nova",
    "Sala del Llum",
    "Fanal Vermell",
    "Peça Tocada",
    "Vent de Garbí",
    "Columna Oberta",
    "Nou Finals",
    "Aigua Clara",
    "Porxo Vell",
    "Cel de Marinada",
    "Taula Rodona",
    "Planilla Doble",
];

const KINDS: [&str; 4] = ["Club d'Escacs", "Penya d'Escacs", "Cercle d'Escacs", "Unió d'Escacs"];

/// The name of club number `index`, all different.
pub fn club(index: usize) -> String {
    let name = CLUBS[index % CLUBS.len()];
    let round = index / CLUBS.len();
    let kind = KINDS[round % KINDS.len()];
    match round / KINDS.len() {
        0 => format!("{kind} {name}"),
        again => format!("{kind} {name} {}", again + 1),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::model::slugify;

    #[test]
    fn clubs_differ_also_as_slugs() {
        let slugs: BTreeSet<String> = (0..1000).map(|i| slugify(&club(i))).collect();
        assert_eq!(slugs.len(), 1000);
    }

    #[test]
    fn the_first_clubs_lie_in_all_delegations() {
        let seats: BTreeSet<Delegation> = TOWNS[..4].iter().map(|t| t.delegation).collect();
        assert_eq!(seats.len(), Delegation::ALL.len());
    }
}
