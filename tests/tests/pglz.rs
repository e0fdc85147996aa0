//! Our pglz streams are PostgreSQL's, byte for byte, under both of its strategies.

#[cfg(pglz_reference)]
#[test]
fn a_hundred_thousand_inputs_under_both_strategies() {
    use storage::codec::pglz::{self, Strategy};
    use toastscope_tests::inputs::{Rng, Shape, generate};
    use toastscope_tests::reference::pglz_compress_c;

    let assert_same = |source: &[u8], what: &str| {
        for (always, strategy) in [(false, Strategy::DEFAULT), (true, Strategy::ALWAYS)] {
            let (ours, theirs) =
                (pglz::compress(source, strategy), pglz_compress_c(source, always));
            assert!(ours == theirs, "{what}, always: {always}");
            if let Some(stream) = ours {
                let mut back = Vec::new();
                pglz::decompress_into(&stream, source.len(), true, &mut back).expect("valid");
                assert!(back == source, "{what}: another value came back");
            }
        }
    };
    let mut rng = Rng::new(2);
    for seed in 0..100_000u64 {
        let limit = *rng.pick(&[40, 130, 300, 600, 1100, 3000, 9000]);
        let size = rng.below(limit);
        let shape = *rng.pick(&Shape::ALL);
        assert_same(&generate(shape, size, seed), &format!("{shape:?}, {size} bytes, seed {seed}"));
    }
    for shape in Shape::ALL {
        for size in [4096, 65_536, 1_000_000] {
            assert_same(&generate(shape, size, 3), &format!("{shape:?}, {size} bytes"));
        }
    }
}

#[cfg(not(pglz_reference))]
#[test]
#[ignore = "left out: PostgreSQL's libpgcommon.a (Debian's postgresql-server-dev-15) is not here"]
fn a_hundred_thousand_inputs_under_both_strategies() {}
