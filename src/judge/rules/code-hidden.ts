import { anyOf, isSourceFile } from '../../languages/index.ts';
import { supportRole } from '../../tools/index.ts';
import { addedCode, bareText } from '../integrity/code-lines.ts';
import type { CandidateEvidence } from '../integrity/evidence.ts';
import { baseName, classByName, codeInExcludedFiles, foreignLockfileLines, isProgramText } from '../integrity/file-content.ts';
import { isSource } from '../integrity/file-kinds.ts';
import { othersDoSame } from '../integrity/other-candidates.ts';
import type { PatchFile, PatchLine } from '../integrity/patch.ts';
import { type FileFinding, type FileRule, fileFinding } from '../integrity/rule.ts';

/** Loads a file as code: a module, a library, a program. */
const LOADS = anyOf({
  javascript:
    /\brequire(?:\.resolve)?\s*\(|\bimport\s*\(|^\s*(?:import|export)\b[^;]{0,200}["'`]|\bimportScripts\s*\(|\bnew\s+Worker\s*\(/,
  evaluates:
    /\beval\b|\bexec\w*\s*\(|\bnew\s+Function\b|\bvm\.\w+|\b(?:instance|class)_eval\b|\bcompile\s*\(|\bmarshal\.loads?\b|\bWebAssembly\b/,
  python:
    /^\s*(?:from\s+[\w.]+\s+)?import\s|\b(?:importlib|runpy|zipimport|SourceFileLoader|ExtensionFileLoader|CDLL|cdll|PyDLL)\b/,
  programs:
    /\bspawn\w*\s*\(|\bsubprocess\b|\bpopen\s*\(|\bsystem\s*\(|\bCommand::new\b|\bexec\.Command\b|\bProcessBuilder\b|^\s*(?:source|\.)\s/,
  native:
    /\bdlopen\b|\bSystem\.load(?:Library)?\b|\bLoadLibrary\w*\b|\bplugin\.Open\b|\blibloading\b|\bFFI::cdef\b|\bURLClassLoader\b/,
  include:
    /^\s*#\s*include\b|\binclude(?:_str|_bytes)?!\s*\(|\b(?:include|require)(?:_once|_relative)?\b\s*\(?\s*["'_]|^\s*load\s+["']/,
});
/** A file that names another one and evaluates text may evaluate that one. */
const EVALUATES =
  /\beval\s*\(|\bexec\s*\(|\bnew\s+Function\b|\bvm\.\w+|\b(?:instance|class)_eval\b|\bmarshal\.loads?\b|\bdlopen\b|\bCDLL\b|\bWebAssembly\b|\binclude!\s*\(/;
/** Pages import pictures and fonts; only these load one as code. */
const RUNS_BINARY =
  /\beval\s*\(|\bexec\s*\(|\bmarshal\.loads?\b|\bWebAssembly\b|\b[cC]DLL\b|\bcdll\b|\bdlopen\b|\bSystem\.load\b|\bLoadLibrary\w*\b|\bzipimport\b|\bExtensionFileLoader\b|\blibloading\b/;
/** Files that hold text or data for people and programs, not code. */
const NO_CODE =
  /\.(?:txt|md|rst|adoc|json5?|ya?ml|toml|ini|cfg|csv|tsv|xml|svg|dat|data|log|lock|snap|map|css|html?|png|jpe?g|gif|ico|webp|bmp|woff2?|ttf|otf|eot|pdf|db|bin|properties|po|pem)$/i;
/** Machine code and byte code that a runtime loads. */
const NATIVE = /\.(?:so(?:\.\d+)*|dylib|dll|node|pyc|pyd|class|jar|war|wasm|exe|beam|elc)$/i;
/** Importing a name finds these without a line that says so. */
const IMPORTED_BY_NAME = /\.(?:pyd|pyc)$|\.(?:cpython-|abi3)[\w-]*\.so$|\.abi3\.so$/;
const KNOWN_NATIVE = /(?:^|\/)gradle\/wrapper\/gradle-wrapper\.jar$|(?:^|\/)__pycache__\//;
/** Folders that search, linters and reviewers skip. Projects keep settings of tools in some of them. */
const HIDDEN_FOLDER = /(?:^|\/)(?:\.[^./][^/]*|__pycache__)\//;
const OUTPUT_FOLDER = /^(?:[^/]+\/)?dist\/|^(?:build|out|target|coverage)\//;
/** Blanks in a line, followed by code: on a screen the code is not visible. */
const GAP = /[ \t\u00a0\u2000-\u200a\u3000]{120,}/;
/** Of code without strings and numbers. Data tables are longer, and have none. */
const MAX_CODE_LENGTH = 600;
/** Characters that show text in another order than programs read it. */
const BIDI = /[\u202a-\u202e\u2066-\u2069]/;
/** Characters without a shape, as names or as a payload. */
const INVISIBLE = /[\u115f\u1160\u3164\uffa0\u2060-\u2064\u200b]|[\ufe00-\ufe0f\u200b-\u200d]{4,}|\udb40[\udc00-\udfff]{2,}/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the rule looks for
const CONTROL = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]|\r(?!$)/;

export const codeHidden: FileRule = {
  id: 'code_hidden',
  scope: 'file',
  title: 'Program code is where reviewers and tools do not look.',
  severity: 'error',
  otherSeverities: {
    warning:
      'the code is in a generated name, in a folder or line that reviewers skip, or in an ignored or binary file that no changed line loads',
    info: 'at least half of the other candidates add the same file, or no changed line loads the code in a hidden folder',
  },
  docs: {
    catches:
      'Code in a lockfile, in a file with a generated name that its generator did not write, or in a data, text or image file that a changed line loads; binary files that a runtime loads, and source files that git shows as binary; code in hidden folders and in files that `.gitignore` excludes; code behind a long gap or in a very long line; and characters that are invisible or change the order of the text.',
    why: 'Reviewers, linters and search skip these places, so code there is merged unread. Hydra counts it as part of the diff.',
    example: { 'package-lock.json': ['+module.exports = (input) => answers[input];'] },
    allow: 'Allow files that the project ships in this form, such as prebuilt libraries.',
  },
  find(evidence) {
    const written = codeInExcludedFiles(evidence.patch);
    const isLoaded = loadedFiles(evidence.patch);
    return evidence.patch.flatMap((file) => {
      if (file.status === 'deleted' || supportRole(file.path) === 'test') return [];
      const found = inFile(evidence, file, written.get(file.path) === 'generated', isLoaded);
      if (found === null) return [];
      const isShared = othersDoSame(evidence, file.path, (theirs) => isLike(theirs, file));
      return [isShared ? { ...found, severity: 'info' as const } : found];
    });
  },
};

/** Whether another candidate's version of the file is hidden in the same way. */
function isLike(theirs: PatchFile, file: PatchFile): boolean {
  if (file.binary || theirs.binary) return file.binary && theirs.binary;
  if (classByName(file.path) === 'lockfile') return foreignLockfileLines(theirs).length > 0;
  return inLines(file) === null ? file.status === theirs.status : inLines(theirs) !== null;
}

type IsLoaded = (path: string, how?: RegExp) => boolean;

/** The most severe finding about a file. */
function inFile(evidence: CandidateEvidence, file: PatchFile, isHandWritten: boolean, isLoaded: IsLoaded): FileFinding | null {
  const { path } = file;
  if (file.binary) return inBinary(file, isLoaded);
  const foreign = classByName(path) === 'lockfile' ? foreignLockfileLines(file) : [];
  if (foreign.length > 0) return fileFinding('error', 'has program code in a lockfile', path, foreign);
  if (NO_CODE.test(path) && isProgramText(file) && !isDocumentWithCode(file) && isLoaded(path))
    return fileFinding('error', 'has program code in a file of another kind, and a changed line loads it', path);
  if (isHandWritten) return fileFinding('warning', 'has the name of a generated file, and its generator did not write it', path);
  return inLines(file) ?? inPlace(evidence, file, isLoaded);
}

/** Documents quote code; one that is loaded as code is none. */
function isDocumentWithCode({ path, added }: PatchFile): boolean {
  return /\.(?:md|rst|adoc)$/i.test(path) && added.some(({ text }) => /^\s*(?:```|~~~|\.\. code)/.test(text));
}

function inBinary({ path, mode }: PatchFile, isLoaded: IsLoaded): FileFinding | null {
  if (isSourceFile(path)) return fileFinding('error', 'is source code that git shows as binary, so no diff shows it', path);
  if (KNOWN_NATIVE.test(path)) return null;
  const isNative = NATIVE.test(path) || mode === '100755';
  const isRun = isNative ? isLoaded(path) : isLoaded(path, RUNS_BINARY);
  if (IMPORTED_BY_NAME.test(path) || isRun) return fileFinding('error', 'is a binary file that is loaded as code', path);
  return isNative ? fileFinding('warning', 'is a binary file that a runtime can load as code', path) : null;
}

function inLines(file: PatchFile): FileFinding | null {
  if (!isSource(file)) return null;
  const lines = file.added.map((line) => ({ ...line, text: line.text.replace(/\r$/, '') }));
  const behindGap = lines.filter((line) => hasGap(line.text) && isCodeBehindGap(file, line));
  if (behindGap.length > 0) return fileFinding('error', 'has code far to the right of the visible line', file.path, behindGap);
  const reordered = lines.filter(({ text }) => BIDI.test(text));
  if (reordered.length > 0) return fileFinding('error', 'has characters that change the order of the text', file.path, reordered);
  const unseen = addedCode(file).filter(
    ({ text, bare }) => INVISIBLE.test(bare) || /[\ufe00-\ufe0f]{8,}/.test(text) || CONTROL.test(text.replace(/\r$/, '')),
  );
  if (unseen.length > 0) return fileFinding('warning', 'has invisible or control characters in code', file.path, unseen);
  const long = addedCode(file).filter(({ bare }) => codeLength(bare) > MAX_CODE_LENGTH);
  return long.length === 0 ? null : fileFinding('warning', 'has a line of code that is too long to be read', file.path, long);
}

function hasGap(text: string): boolean {
  return text.length > 120 && GAP.test(text);
}

/** Not a comment, the backslash that continues a macro, or the end of a table. */
function isCodeBehindGap(file: PatchFile, line: PatchLine): boolean {
  const [, ...behind] = bareText(file, line).split(/[ \t\u00a0\u2000-\u200a\u3000]{120,}/);
  return behind.some((code) => /[\w$][\s\S]{2,}/.test(code));
}

/** Without strings, numbers and what separates them. */
function codeLength(bare: string): number {
  return bare.length <= MAX_CODE_LENGTH
    ? 0
    : bare.replace(/""|(?<![\w$])(?:0x[\da-fA-F_]+|\d[\d_.]*)\b|[\s,;:[\](){}]/g, '').length;
}

function inPlace({ diff }: CandidateEvidence, file: PatchFile, isLoadedFile: IsLoaded): FileFinding | null {
  const { path, status } = file;
  const isLoaded = isLoadedFile(path);
  if (status !== 'added' || !(isSourceFile(path) || (isLoaded && isProgramText(file)))) return null;
  const isIgnored = diff.files.some((changed) => changed.path === path && changed.ignored === true);
  if (isIgnored) return fileFinding(isLoaded ? 'error' : 'warning', 'is code that the ignore rules exclude', path);
  if (HIDDEN_FOLDER.test(path)) return fileFinding(isLoaded ? 'error' : 'info', 'is code in a hidden folder', path);
  if (OUTPUT_FOLDER.test(path) && isLoaded) return fileFinding('warning', 'is code in a folder for build output', path);
  return null;
}

/** Whether an added line of source, or of a setting that is a program, loads the file. */
function loadedFiles(patch: readonly PatchFile[]): IsLoaded {
  const programs = patch
    .filter((file) => isSourceFile(file.path) && supportRole(file.path) !== 'test')
    .map((file) => {
      const lines = addedCode(file).map(({ code }) => code);
      return {
        path: file.path,
        lines,
        loading: lines.filter((code) => LOADS.test(code)),
        evaluates: lines.some((code) => EVALUATES.test(code)),
      };
    });
  return (path, how = LOADS) => {
    const name = baseName(path);
    const stem = name.replace(/\.[^.]*$/, '');
    const folder = baseName(path.slice(0, Math.max(0, path.lastIndexOf('/'))));
    // A module is imported without its extension, and often as `folder/module`.
    const short =
      isSourceFile(path) || NATIVE.test(path) ? [`${folder}/${stem}`, `${folder}.${stem}`, `./${stem}"`, `./${stem}'`] : [];
    const names = (code: string) => code.includes(name) || (folder !== '' && short.some((part) => code.includes(part)));
    return programs.some((program) => {
      if (program.path === path) return false;
      if (program.loading.some((code) => how.test(code) && names(code))) return true;
      return program.evaluates && program.lines.some((code) => code.includes(name));
    });
  };
}
