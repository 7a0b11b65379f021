// Names of widely used packages, for names that differ from them by one character. Names that are near each other and both
// in use are all listed, so that none of them is taken for a mistake.

const NPM =
  'react react-dom preact redux vue vuex svelte angular lodash underscore express koa fastify nest hapi axios request node-fetch got superagent undici commander yargs minimist chalk colors kleur picocolors debug winston pino morgan bunyan moment dayjs date-fns luxon uuid nanoid semver rimraf mkdirp glob globby fast-glob chokidar fs-extra graceful-fs async bluebird rxjs ramda immer immutable webpack rollup vite esbuild parcel turbo typescript ts-node tslib babel-core eslint prettier jest vitest mocha chai sinon ava jasmine karma cypress playwright puppeteer cheerio jsdom dotenv cross-env nodemon concurrently husky lint-staged body-parser cookie-parser cors helmet passport jsonwebtoken bcrypt bcryptjs mongoose mongodb mysql mysql2 sqlite3 redis ioredis pg knex sequelize prisma typeorm graphql apollo-server socket.io ws next nuxt gatsby tailwindcss postcss autoprefixer sass less stylus styled-components classnames clsx zod joi yup ajv handlebars ejs pug marked markdown-it highlight.js prismjs sharp jimp multer formidable nodemailer stripe aws-sdk firebase electron zustand mobx formik inquirer ora execa shelljs cross-spawn which minimatch micromatch picomatch readable-stream through2 iconv-lite qs querystring url-parse ip validator xml2js fast-xml-parser js-yaml yaml toml ini protobufjs long bignumber.js decimal.js mathjs d3 three chart.js leaflet jquery bootstrap';
const PYPI =
  'requests urllib3 numpy pandas scipy matplotlib seaborn scikit-learn tensorflow torch torchvision keras jax flask django fastapi starlette uvicorn gunicorn aiohttp httpx click typer rich colorama tqdm pytest pytest-cov tox nox mypy flake8 black isort ruff pylint pydantic attrs marshmallow sqlalchemy alembic psycopg2 psycopg2-binary pymysql redis celery boto3 botocore s3transfer awscli paramiko cryptography pyopenssl pyjwt bcrypt passlib jinja2 markupsafe werkzeug itsdangerous pyyaml toml tomli simplejson orjson ujson python-dateutil pytz arrow pendulum pillow opencv-python beautifulsoup4 lxml html5lib selenium scrapy setuptools wheel pip poetry virtualenv six packaging certifi idna chardet charset-normalizer protobuf grpcio networkx sympy nltk spacy transformers datasets tokenizers openai langchain jupyter notebook ipython plotly dash streamlit psutil docker kubernetes ansible fabric loguru structlog';
const CRATES =
  'serde serde_json serde_yaml tokio async-std futures hyper reqwest actix-web axum warp rocket clap structopt anyhow thiserror log env_logger tracing tracing-subscriber rand regex chrono time uuid rayon crossbeam parking_lot dashmap itertools bytes nom syn quote proc-macro2 libc num num-traits bitflags lazy_static once_cell toml base64 hex sha2 md5 ring rustls openssl diesel sqlx rusqlite redis mongodb tempfile walkdir glob indicatif colored crossterm criterion proptest quickcheck image wgpu winit bevy';

const setOf = (names: string) => new Set(names.split(' '));
const POPULAR = { npm: setOf(NPM), pypi: setOf(PYPI), crates: setOf(CRATES) } as const;
export type Ecosystem = keyof typeof POPULAR;

const MIN_LENGTH = 5;

/** The widely used package whose name differs by one character, or by two that are swapped; null if there is none. */
export function popularNameLike(name: string, ecosystem: Ecosystem): string | null {
  const popular = POPULAR[ecosystem];
  const plain = name.toLowerCase();
  if (plain.length < MIN_LENGTH || plain.length > 60 || popular.has(plain)) return null;
  for (const known of popular) if (known.length >= MIN_LENGTH && isOneEditApart(plain, known)) return known;
  return null;
}

/** One character added, removed or replaced, or two neighbours swapped. */
function isOneEditApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const [left, right] = [a.slice(start), b.slice(start)];
  if (left.length === right.length) {
    const isSwapped = left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2);
    return left.slice(1) === right.slice(1) || isSwapped;
  }
  return left.length > right.length ? left.slice(1) === right : left === right.slice(1);
}
