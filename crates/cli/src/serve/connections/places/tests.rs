use super::*;

fn places() -> Arc<Places> {
    let limits = Limits {
        places: 6,
        places_per_address: 4,
        local_places: 2,
        health_places: 1,
        equal_places: 1,
        grace: Duration::ZERO,
        stall_patience: Duration::ZERO,
        body_patience: Duration::ZERO,
        ..Limits::default()
    };
    Places::new(&limits)
}

fn ip(text: &str) -> IpAddr {
    text.parse().unwrap()
}

fn take(places: &Arc<Places>, peer: &str, doing: ConnectionStage) -> ConnectionPlace {
    let place = places.take(ip(peer)).unwrap();
    place.activity.begin(doing);
    place
}

#[test]
fn addresses_of_one_network_count_as_one() {
    assert_eq!(network_of(ip("2001:db8::1")), network_of(ip("2001:db8::ffff")));
    assert_eq!(network_of(ip("2001:db8::1")), network_of(ip("2001:db8:0:1::1")));
    assert_ne!(network_of(ip("2001:db8::1")), network_of(ip("2001:db8:1::1")));
    assert_eq!(network_of(ip("2001:db8:0:ff::1")), network_of(ip("2001:db8::1")));
    assert_ne!(network_of(ip("2001:db8:0:100::1")), network_of(ip("2001:db8::1")));
    for neighbours in [["fe80::1", "fe80::2"], ["fd00::1", "fd00::2"]] {
        assert_ne!(network_of(ip(neighbours[0])), network_of(ip(neighbours[1])), "in one building");
    }
    assert_eq!(network_of(ip("::ffff:10.0.0.1")), network_of(ip("10.0.0.1")));
    assert_ne!(network_of(ip("10.0.0.2")), network_of(ip("10.0.0.1")));
}

#[test]
fn an_address_beyond_its_share_loses_a_connection_of_its_own() {
    let places = places();
    let other = take(&places, "10.0.0.9", ConnectionStage::Nothing);
    let held: Vec<ConnectionPlace> =
        (1..=4).map(|n| take(&places, &format!("2001:db8::{n}"), ConnectionStage::Nothing)).collect();
    let fifth = take(&places, "2001:db8::5", ConnectionStage::Nothing);
    assert!(held[0].close.is_cancelled(), "the longest silent goes");
    assert!(held[1..].iter().all(|place| !place.close.is_cancelled()));
    assert!(!other.close.is_cancelled() && !fifth.close.is_cancelled());
}

#[test]
fn the_least_useful_connection_of_the_address_with_the_most_goes_first() {
    let places = places();
    let few = ["10.0.0.1", "10.0.0.2"].map(|peer| take(&places, peer, ConnectionStage::Nothing));
    let most = [
        ConnectionStage::Working,
        ConnectionStage::Sending,
        ConnectionStage::Heading,
        ConnectionStage::Working,
    ]
    .map(|doing| take(&places, "10.0.0.3", doing));
    most[3].activity.stall(Some(Instant::now()));
    let in_order = [&most[2], &most[3], &most[1], &few[0], &few[1]];
    let mut newcomers = Vec::new();
    for (at, next) in in_order.iter().enumerate() {
        assert!(!next.close.is_cancelled(), "{at} goes before its turn");
        newcomers.push(take(&places, &format!("10.0.1.{at}"), ConnectionStage::Working));
        assert!(next.close.is_cancelled(), "{at} stays");
    }
    assert!(!most[0].close.is_cancelled(), "what is worked on is never closed");
    assert!(newcomers.iter().all(|place| !place.health_only));
}

/// As many addresses as there are places, each with a request that it never ends.
#[test]
fn a_crowd_of_addresses_takes_no_place_of_those_who_come_to_ask() {
    let (equal_places, grace) = (4, Duration::from_secs(600));
    let limits = Limits { places: 6, places_per_address: 4, equal_places, grace, ..Limits::default() };
    let places = Places::new(&limits);
    let crowd: Vec<ConnectionPlace> =
        (0..4).map(|n| take(&places, &format!("10.0.1.{n}"), ConnectionStage::Heading)).collect();
    let office =
        [ConnectionStage::Resting, ConnectionStage::Sending].map(|doing| take(&places, "10.0.0.1", doing));
    for place in crowd.iter().chain(&office) {
        let mut now = place.activity.lock();
        now.new_since = now.new_since.checked_sub(grace * 2).unwrap();
        now.since = now.new_since;
    }
    let newcomers: Vec<ConnectionPlace> =
        (0..4).map(|n| take(&places, &format!("10.0.2.{n}"), ConnectionStage::Nothing)).collect();
    assert!(crowd.iter().all(|place| place.close.is_cancelled()), "what lasts goes first");
    assert!(office.iter().chain(&newcomers).all(|place| !place.close.is_cancelled()));
    take(&places, "10.0.3.1", ConnectionStage::Nothing);
    assert!(office[0].close.is_cancelled(), "and then what rests");
}

#[test]
fn asking_again_makes_a_connection_no_newer_than_a_body_that_came_on_its_way() {
    let grace = Duration::from_secs(600);
    let limits = Limits { places: 4, equal_places: 4, grace, body_patience: grace, ..Limits::default() };
    let places = Places::new(&limits);
    let crowd: Vec<ConnectionPlace> =
        (0..2).map(|n| take(&places, &format!("10.0.1.{n}"), ConnectionStage::Resting)).collect();
    let upload = take(&places, "10.0.0.1", ConnectionStage::Sending);
    let health = take(&places, "10.0.0.2", ConnectionStage::Checking);
    for place in crowd.iter().chain([&upload, &health]) {
        let mut now = place.activity.lock();
        now.new_since = now.new_since.checked_sub(grace * 2).unwrap();
    }
    let mut newcomers = Vec::new();
    for next in [&health, &crowd[0], &crowd[1]] {
        newcomers.push(take(&places, "10.0.2.1", ConnectionStage::Working));
        assert!(next.close.is_cancelled() && !upload.close.is_cancelled());
    }
}

#[test]
fn one_that_takes_its_answer_slowly_stays_beside_those_that_rest() {
    let grace = Duration::from_secs(600);
    let limits = Limits {
        places: 3,
        equal_places: 4,
        stall_patience: grace,
        body_patience: grace,
        ..Limits::default()
    };
    let places = Places::new(&limits);
    let resting = take(&places, "10.0.1.1", ConnectionStage::Resting);
    let [stranger, member] =
        ["10.0.0.1", "10.0.0.2"].map(|peer| take(&places, peer, ConnectionStage::Working));
    member.activity.note_token();
    for place in [&resting, &stranger, &member] {
        let mut now = place.activity.lock();
        now.new_since = now.new_since.checked_sub(grace).unwrap();
    }
    for place in [&stranger, &member] {
        place.activity.stall(Some(Instant::now()));
    }
    let mut newcomers = vec![take(&places, "10.0.2.1", ConnectionStage::Nothing)];
    assert!(resting.close.is_cancelled() && !stranger.close.is_cancelled());
    newcomers.push(take(&places, "10.0.2.2", ConnectionStage::Nothing));
    assert!(stranger.close.is_cancelled(), "without the token it goes before one that has just come");
    newcomers.push(take(&places, "10.0.2.3", ConnectionStage::Nothing));
    assert!(newcomers[0].close.is_cancelled() && !member.close.is_cancelled());
    // All of the answer has been handed on; the client has not taken it yet.
    member.activity.begin(ConnectionStage::Resting);
    newcomers.push(take(&places, "10.0.2.4", ConnectionStage::Nothing));
    assert!(!member.close.is_cancelled());
    // The next request on its connection has shown nothing yet.
    member.activity.begin(ConnectionStage::Heading);
    newcomers.push(take(&places, "10.0.2.5", ConnectionStage::Nothing));
    assert!(member.close.is_cancelled());
}

#[test]
fn bodies_leave_half_of_the_places_to_newcomers() {
    let grace = Duration::from_secs(600);
    let limits = Limits { places: 6, equal_places: 6, grace, body_patience: grace, ..Limits::default() };
    let places = Places::new(&limits);
    let bodies: Vec<ConnectionPlace> =
        (0..6).map(|n| take(&places, &format!("10.0.0.{n}"), ConnectionStage::Sending)).collect();
    let newcomers: Vec<ConnectionPlace> =
        (0..6).map(|n| take(&places, &format!("10.0.1.{n}"), ConnectionStage::Nothing)).collect();
    let is_closed = |place: &&ConnectionPlace| place.close.is_cancelled();
    assert_eq!(bodies.iter().filter(is_closed).count(), 3);
    assert!(bodies[..3].iter().all(|place| is_closed(&place)), "the oldest go");
    assert_eq!(newcomers.iter().filter(is_closed).count(), 3, "and then newcomers, one for another");
}

/// All of a crowd's connections are new: it leaves by itself and comes again.
#[test]
fn newcomers_take_no_place_of_a_body_on_its_way() {
    let grace = Duration::from_secs(600);
    let limits = Limits { places: 3, equal_places: 4, grace, body_patience: grace, ..Limits::default() };
    let places = Places::new(&limits);
    let upload = take(&places, "10.0.0.1", ConnectionStage::Sending);
    let crowd: Vec<ConnectionPlace> =
        (0..9).map(|n| take(&places, &format!("10.0.1.{n}"), ConnectionStage::Heading)).collect();
    assert!(!upload.close.is_cancelled());
    assert_eq!(crowd.iter().filter(|place| !place.close.is_cancelled()).count(), 2);
}

#[test]
fn who_asks_for_the_health_on_an_old_connection_is_as_new_as_who_comes() {
    let grace = Duration::from_secs(600);
    let limits = Limits { places: 3, equal_places: 4, grace, ..Limits::default() };
    let places = Places::new(&limits);
    let resting = take(&places, "10.0.0.1", ConnectionStage::Resting);
    let checking = take(&places, "10.0.0.2", ConnectionStage::Resting);
    for place in [&resting, &checking] {
        let mut now = place.activity.lock();
        now.new_since = now.new_since.checked_sub(grace * 2).unwrap();
    }
    checking.activity.begin(ConnectionStage::Checking);
    let newcomers: Vec<ConnectionPlace> =
        (0..2).map(|n| take(&places, &format!("10.0.1.{n}"), ConnectionStage::Nothing)).collect();
    assert!(resting.close.is_cancelled() && !checking.close.is_cancelled());
    // Another question within the second makes it no newer.
    checking.activity.begin(ConnectionStage::Checking);
    take(&places, "10.0.2.1", ConnectionStage::Nothing);
    assert!(checking.close.is_cancelled() && !newcomers[0].close.is_cancelled(), "the oldest of them");
}

#[test]
fn of_new_connections_the_oldest_goes_first_whatever_it_does() {
    let grace = Duration::from_secs(600);
    let limits = Limits { places: 2, equal_places: 4, grace, ..Limits::default() };
    let places = Places::new(&limits);
    let held =
        [ConnectionStage::Heading, ConnectionStage::Nothing].map(|doing| take(&places, "10.0.1.1", doing));
    let _newcomer = take(&places, "10.0.2.1", ConnectionStage::Nothing);
    assert!(held[0].close.is_cancelled() && !held[1].close.is_cancelled());
}

#[test]
fn many_subnets_of_one_network_have_the_share_of_one_client() {
    let places = places();
    let client = ["10.0.0.1"; 2].map(|peer| take(&places, peer, ConnectionStage::Nothing));
    let attack: Vec<ConnectionPlace> =
        (0..9).map(|n| take(&places, &format!("2001:db8:7:{n}::1"), ConnectionStage::Heading)).collect();
    assert!(client.iter().all(|place| !place.close.is_cancelled()));
    assert_eq!(attack.iter().filter(|place| !place.close.is_cancelled()).count(), 4);
}

#[test]
fn who_finds_every_place_at_work_may_ask_for_the_health() {
    let places = places();
    let working: Vec<ConnectionPlace> =
        (0..6).map(|n| take(&places, &format!("10.0.0.{n}"), ConnectionStage::Working)).collect();
    let late = take(&places, "10.0.0.7", ConnectionStage::Nothing);
    assert!(
        late.health_only && working.iter().all(|place| !place.close.is_cancelled() && !place.health_only)
    );
    let later = take(&places, "10.0.0.8", ConnectionStage::Working);
    assert!(late.close.is_cancelled() && later.health_only);
    assert!(places.take(ip("10.0.0.10")).is_none(), "all are at work");
    drop(working);
    assert!(!places.take(ip("10.0.0.10")).unwrap().health_only, "a place that is given back is free");
}

#[test]
fn this_machine_has_places_of_its_own() {
    let places = places();
    let others: Vec<ConnectionPlace> =
        (0..6).map(|n| take(&places, &format!("10.0.0.{n}"), ConnectionStage::Working)).collect();
    let here = take(&places, "127.0.0.1", ConnectionStage::Working);
    assert!(!here.health_only);
    drop(others);
    take(&places, "::1", ConnectionStage::Working);
    assert!(!here.close.is_cancelled());
}
