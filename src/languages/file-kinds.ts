// Files that are in no programming language, by their extensions.

const PROSE = /\.(?:md|markdown|mdx|rst|adoc|asciidoc|txt|pdf)$/i;

/** The kinds of data that product code loads. */
const DATA =
  /\.(?:jsonc?|json5|ya?ml|toml|csv|tsv|xml|xsd|xslt?|sql|graphql|gql|proto|avsc|html?|tmpl|tpl|gotmpl|gohtml|hbs|handlebars|mustache|ejs|erb|haml|slim|pug|jinja2?|j2|liquid|twig|css|s[ac]ss|less|properties|pot?|ftl|arb|strings|resx|lark|peg|pegjs|g4|pest|txt|dat|md)$/i;
const IMAGE = /\.(?:png|jpe?g|gif|svg|webp|ico|bmp|avif)$/i;
const FONT_OR_SOUND = /\.(?:woff2?|ttf|otf|eot|mp3|ogg|wav|mp4|webm|pdf)$/i;

export function isProse(path: string): boolean {
  return PROSE.test(path);
}

export function isData(path: string): boolean {
  return DATA.test(path);
}

export function isImage(path: string): boolean {
  return IMAGE.test(path);
}

/** Images, fonts and sounds. */
export function isAsset(path: string): boolean {
  return IMAGE.test(path) || FONT_OR_SOUND.test(path);
}
