// What Hydra knows about languages: which one a file is in, and where its comments, strings and tests are. Pure.

export { withComment } from './changes/added-comment.ts';
export { countChanges } from './changes/count-changes.ts';
export { describeTextChange, type QuietSpan } from './changes/text-change.ts';
export { isAsset, isData, isImage, isProse } from './file-kinds.ts';
export { anyOf, inOrder, repeated } from './pattern.ts';
export { isReadable, maskText } from './scan.ts';
export { argumentsAt, bracketEnd, type Range, statementEnd, trimmed } from './source/brackets.ts';
export { type FoundTest, findTests } from './source/find-tests.ts';
export { type MaskedLanguage, type MaskedSource, maskedLanguage, maskSource } from './source/mask-source.ts';
export { usedPaths } from './source/use-trees.ts';
export { type Definition, Definitions } from './symbols/definitions.ts';
export { packageClause } from './symbols/go.ts';
export { definedNames, importStatement, standardImport } from './symbols/index.ts';
export { importsOf as scriptImportsOf, statementOf as scriptImport } from './symbols/javascript/imports.ts';
export { inlineImports, LOAD_HELPERS, type ModuleForm } from './symbols/javascript/loads.ts';
export { movedImports, splitImports } from './symbols/javascript/own-imports.ts';
export { packageImport } from './symbols/javascript/tested.ts';
export { folderOf } from './symbols/paths.ts';
export { crateOf } from './symbols/rust.ts';
export type { Tree } from './symbols/symbol.ts';
export { extensionsOf, familyOf, hasTestName, holdsTests, isDeclaration, isSourceFile, LANGUAGES, languageOf } from './table.ts';
