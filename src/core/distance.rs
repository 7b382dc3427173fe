//! Distance between two towns, for clashes of opens (Oberts 2).
//!
//! The only place of the calculations with floating-point numbers: a great circle needs sines. Its
//! result is rounded to whole metres, as the reading AMB-105 says, and only the metres are
//! compared; errors of the arithmetic are of the order of a millionth of a millimetre, so that they
//! could show only where a distance lies on a half metre to that precision.

/// Mean radius of the Earth in metres: part of the method (AMB-105), not a limit of a rule.
const EARTH_RADIUS_M: f64 = 6_371_000.0;

/// A point on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Latitude in millionths of a degree, north positive.
    pub latitude: i64,
    /// Longitude in millionths of a degree, east positive.
    pub longitude: i64,
}

impl Place {
    pub const fn from_micro(latitude: i64, longitude: i64) -> Self {
        Self { latitude, longitude }
    }

    /// From degrees, to the nearest millionth (a tenth of a metre).
    pub fn from_degrees(latitude: f64, longitude: f64) -> Self {
        let micro = |degrees: f64| (degrees * 1e6).round() as i64;
        Self { latitude: micro(latitude), longitude: micro(longitude) }
    }
}

/// Metres from one place to the other in a straight line over the ground (haversine), to the
/// nearest metre.
pub fn metres(a: Place, b: Place) -> i64 {
    let radians = |micro: i64| (micro as f64 / 1e6).to_radians();
    let (latitude_a, latitude_b) = (radians(a.latitude), radians(b.latitude));
    let half_latitude = (latitude_b - latitude_a) / 2.0;
    let half_longitude = (radians(b.longitude) - radians(a.longitude)) / 2.0;
    let haversine = half_latitude.sin().powi(2)
        + latitude_a.cos() * latitude_b.cos() * half_longitude.sin().powi(2);
    // Rounding could carry antipodes past 1, where the arc sine is undefined.
    let arc = 2.0 * haversine.sqrt().min(1.0).asin();
    (EARTH_RADIUS_M * arc).round() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// AMB-105: on both sides of 30 km along a meridian (0.2698° of latitude).
    #[test]
    fn thirty_kilometres() {
        let from = Place::from_degrees(41.0, 2.0);
        assert_eq!(metres(from, Place::from_degrees(41.26979, 2.0)), 29_999);
        assert_eq!(metres(from, Place::from_degrees(41.26980, 2.0)), 30_000);
        assert_eq!(metres(from, from), 0);
    }

    #[test]
    fn distances_are_symmetric_and_known() {
        let barcelona = Place::from_degrees(41.3874, 2.1686);
        let girona = Place::from_degrees(41.9794, 2.8214);
        assert_eq!(metres(barcelona, girona), metres(girona, barcelona));
        // About 85 km as the crow flies.
        assert!((84_000..87_000).contains(&metres(barcelona, girona)));
        // A quarter of a great circle.
        let quarter = metres(Place::from_micro(0, 0), Place::from_micro(90_000_000, 0));
        assert_eq!(quarter, 10_007_543);
        // Antipodes do not overflow.
        assert_eq!(metres(Place::from_micro(0, 0), Place::from_micro(0, 180_000_000)), 20_015_087);
    }
}
