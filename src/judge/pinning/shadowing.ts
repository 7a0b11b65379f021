// New files that a language finds under the name of a standard library, a dependency or a test library.
import { familyOf, isDeclaration } from '../../languages/index.ts';
import { foldersAbove } from './places.ts';

const words = (text: string) => new Set(text.trim().split(/\s+/));

const PYTHON = words(`
  abc aifc argparse array ast asyncio atexit base64 bdb binascii bisect builtins bz2 calendar cgi cmath cmd code codecs
  collections colorsys compileall concurrent configparser contextlib contextvars copy copyreg csv ctypes curses dataclasses
  datetime dbm decimal difflib dis doctest email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch
  fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http imaplib
  importlib inspect io ipaddress itertools json keyword linecache locale logging lzma mailbox marshal math mimetypes mmap
  multiprocessing netrc ntpath numbers opcode operator optparse os pathlib pdb pickle pickletools pkgutil platform plistlib
  poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc queue quopri random re readline reprlib resource
  runpy sched secrets select selectors shelve shlex shutil signal site smtplib socket socketserver sqlite3 sre_compile
  sre_constants sre_parse ssl stat statistics string stringprep struct subprocess symtable sys sysconfig syslog tabnanny tarfile
  tempfile termios textwrap threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle types
  typing unicodedata unittest urllib uuid venv warnings wave weakref webbrowser xml xmlrpc zipapp zipfile zipimport zlib
  zoneinfo _collections_abc _pytest pytest py pluggy iniconfig packaging exceptiongroup tomli pygments colorama attr attrs
  hypothesis nose nose2 mock coverage pytest_cov xdist execnet setuptools pkg_resources pip testtools parameterized
  sitecustomize usercustomize
`);
const C_HEADERS = words(`
  assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic stdbit
  stdbool stdckdint stddef stdint stdio stdlib stdnoreturn string strings tgmath threads time uchar wchar wctype unistd fcntl
  dirent pthread semaphore sched poll netdb regex glob fnmatch getopt memory malloc alloca features endian byteswap termios
  syslog dlfcn ucontext execinfo libgen pwd grp spawn utime sysexits err error search ftw iconv langinfo nl_types wordexp
  check cmocka unity unity_internals greatest munit catch catch_amalgamated doctest gtest gmock criterion tap minunit acutest utest
`);
const C_FOLDERS = words('sys bits asm linux arpa net netinet gtest gmock catch2 criterion CUnit cmocka cppunit boost');
const RUBY = words(`
  abbrev base64 benchmark bigdecimal bundler cgi coverage csv date delegate did_you_mean digest drb English erb etc expect
  fiddle fileutils find forwardable getoptlong io ipaddr irb json logger matrix minitest monitor mutex_m net observer open3
  openssl optparse ostruct pathname pp prettyprint pstore psych racc rake rbconfig rdoc readline reline resolv rexml rinda
  ripper rspec rubygems securerandom set shellwords simplecov singleton socket stringio strscan syslog tempfile test timeout
  time tmpdir tsort uri weakref yaml zlib mocha
`);
const LUA = words('busted luaunit luassert say mediator pl lfs');
const JVM_PACKAGES =
  /(?:^|(?:^|\/)(?:java|kotlin|scala|groovy|src)\/)(?:org\/(?:junit|hamcrest|mockito|assertj|testng|opentest4j|apiguardian|apache\/maven)|junit|java|javax|kotlin|scala|io\/kotest)\//;
const PERL_MODULES =
  /(?:^|\/)(?:lib\/)?(?:Test2?|TAP|Carp|Exporter|Scalar|List|Data|strict|warnings)(?:\/[^/]+)*\.pm$|(?:^|\/)Test2?\//;
/** JavaScript looks bare names up in the tree only if the base's settings say so. */
const JAVASCRIPT = words(`
  assert buffer chai child_process crypto events expect fs http jest mocha net os path process sinon stream test timers url util
  vitest should power-assert node-assert tap ava jasmine supertest
`);

export interface Names {
  files: ReadonlySet<string>;
  folders: ReadonlySet<string>;
  /** Declared by the base's manifests, or imported by its product source and not in its tree. */
  external: ReadonlySet<string>;
  /** Whether settings of the base resolve bare names in the tree. */
  resolvesBareNames: boolean;
}

/** Whether a file that the base lacks would be loaded instead of a library. */
export function isShadowing(path: string, names: Names): boolean {
  const language = familyOf(path);
  if (language === 'python') return importNames(path, '__init__.py', names).some((name) => has(PYTHON, names, name));
  if (language === 'ruby') return importNames(path, null, names).some((name) => RUBY.has(name));
  if (language === 'c') return shadowsHeader(path, names);
  if (language === 'jvm') return JVM_PACKAGES.test(path);
  if (language === 'perl') return PERL_MODULES.test(path);
  if (language === 'lua') return importNames(path, null, names).some((name) => LUA.has(name));
  const isResolved = language === 'javascript' && names.resolvesBareNames;
  return isResolved && importNames(path, null, names).some((name) => has(JAVASCRIPT, names, name));
}

function has(known: ReadonlySet<string>, { external }: Names, name: string): boolean {
  return known.has(name) || external.has(name);
}

const LOAD_PATH = /^(?:lib|src|app|python|include|)$/;

/**
 * The names under which a new file can be imported. In Python every folder that is no package of the base may be on the
 * search path; elsewhere the root, `lib` and `src`.
 */
function importNames(path: string, packageFile: string | null, { files, folders }: Names): string[] {
  const parts = path.split('/');
  return parts.flatMap((part, index) => {
    const parent = parts.slice(0, index).join('/');
    const here = parts.slice(0, index + 1).join('/');
    const above = foldersAbove(here);
    const isSearched =
      packageFile === null ? LOAD_PATH.test(parent) : !above.some((folder) => files.has(joined(folder, packageFile)));
    if (!isSearched || folders.has(here)) return [];
    return [index === parts.length - 1 ? part.replace(/\.\w+$/, '') : part];
  });
}

function joined(folder: string, file: string): string {
  return folder === '' ? file : `${folder}/${file}`;
}

export function isHeader(path: string): boolean {
  return familyOf(path) === 'c' && isDeclaration(path);
}

function shadowsHeader(path: string, { files, external }: Names): boolean {
  if (!isHeader(path)) return false;
  const parts = path.split('/');
  const name = parts.at(-1) ?? '';
  if (C_HEADERS.has(name.replace(/\.[^.]*$/, '')) && !parentIsNamespace(path, files)) return true;
  if (parts.slice(0, -1).some((part) => C_FOLDERS.has(part))) return true;
  return parts.some((_, index) => external.has(parts.slice(index).join('/')));
}

/** `include/cart/time.h` beside other headers of the project is `<cart/time.h>`. */
function parentIsNamespace(path: string, files: ReadonlySet<string>): boolean {
  const [folder = '', above = null] = foldersAbove(path);
  const isInclude = above !== null && /(?:^|\/)(?:include|inc)$/.test(above);
  return isInclude && [...files].some((file) => file.startsWith(`${folder}/`) && isHeader(file));
}
