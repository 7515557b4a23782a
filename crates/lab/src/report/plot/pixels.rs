//! A figure as PNG, light, with the font that its SVG asks for first.

use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use super::Figure;

/// Pixels per unit of the drawing: sharp in print at a third of a page's width.
const ZOOM: f32 = 1.5;

/// Why a figure could not be turned into pixels.
#[derive(Debug, thiserror::Error)]
#[error("the figure `{0}` cannot be drawn: {1}")]
pub struct PixelError(String, String);

/// The same font on every machine.
fn fonts() -> Arc<fontdb::Database> {
    static FONTS: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    let fonts = FONTS.get_or_init(|| {
        let mut fonts = fontdb::Database::new();
        fonts.load_font_data(dejavu::sans::regular().to_vec());
        fonts.load_font_data(dejavu::sans::bold().to_vec());
        Arc::new(fonts)
    });
    Arc::clone(fonts)
}

/// The figure as PNG.
pub fn png(figure: &Figure) -> Result<Vec<u8>, PixelError> {
    let fail = |reason: String| PixelError(figure.name.clone(), reason);
    let options = Options { fontdb: fonts(), ..Options::default() };
    let tree =
        Tree::from_str(&figure.light_svg(), &options).map_err(|error| fail(error.to_string()))?;
    let size = tree.size().to_int_size().scale_by(ZOOM);
    let map = size.and_then(|size| Pixmap::new(size.width(), size.height()));
    let mut map = map.ok_or_else(|| fail("no pixels".to_owned()))?;
    resvg::render(&tree, Transform::from_scale(ZOOM, ZOOM), &mut map.as_mut());
    map.encode_png().map_err(|error| fail(error.to_string()))
}
