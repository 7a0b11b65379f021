// Settings of tools that change what checks do, without accounts: each format has a list of keys that are kept. A key that is not
// listed may be a credential under any name.

/** A value with a user or password, whatever its key. */
const SECRET_VALUE =
  /:\/\/[^\s/@]{1,500}@|(?:passw|secret|token|credential|api[_-]?key)[\w.-]{0,40}\s{0,4}[=:]|\b(?:gh[pousr]_|glpat-|npm_|xox[abp]-|AKIA)[\w-]{8}|\/t\/tk-/i;

/** The text without what is not known to be harmless; null if nothing is left. */
type Filter = (text: string) => string | null;

const NPM_KEYS =
  words(`registry @*:registry fund audit loglevel progress prefer-offline offline legacy-peer-deps strict-peer-deps strict-peer-dependencies
engine-strict ignore-scripts cafile strict-ssl save-exact save-prefix package-lock update-notifier script-shell node-options hoist
hoist-pattern public-hoist-pattern shamefully-hoist node-linker auto-install-peers link-workspace-packages resolution-mode
prefer-frozen-lockfile dedupe-peer-dependents store-dir virtual-store-dir package-import-method side-effects-cache install-links
install-strategy omit include workspaces-update nodedir python noproxy no-proxy proxy https-proxy node-version use-node-version target arch`);
const YARN_KEYS =
  words(`nodelinker enableglobalcache enabletelemetry enablescripts enableimmutableinstalls enableinlinebuilds enablemirror
enablestrictssl compressionlevel nmmode nmhoistinglimits npmregistryserver yarn-path yarnpath registry lastupdatecheck
yarn-offline-mirror network-timeout ignore-scripts cafile httpproxy httpsproxy defaultsemverrangeprefix supportedarchitectures
packageextensions checksumbehavior pnpmode pnpfallbackmode`);
const PYTHON_KEYS =
  words(`index-url extra-index-url index trusted-host find-links no-index timeout retries cert require-virtualenv no-cache-dir
cache-dir disable-pip-version-check prefer-binary break-system-packages no-input constraint only-binary no-binary use-pep517
progress_bar user native-tls python-preference python-downloads link-mode compile-bytecode prerelease resolution url default name
explicit channels default_channels channel_priority channel_alias ssl_verify pkgs_dirs envs_dirs always_yes auto_activate_base
create in-project path prefer-active-python options always-copy no-pip max-workers parallel`);
const CARGO_KEYS =
  words(`target-dir jobs rustc rustc-wrapper rustflags rustdocflags incremental target linker runner ar retry offline
git-fetch-with-cli check-revoke multiplexing timeout cainfo proxy replace-with registry directory local-registry index protocol
debug opt-level lto codegen-units panic strip split-debuginfo overflow-checks verbose color quiet when width frequency`);
const GO_KEYS =
  words(`goproxy goprivate gonoproxy gonosumdb gosumdb goflags gotoolchain goexperiment cgo_enabled gobin gopath gomodcache
gocache go111module goos goarch goamd64 goarm cgo_cflags cgo_ldflags`);
const GRADLE_KEYS =
  words(`org.gradle.jvmargs org.gradle.daemon org.gradle.parallel org.gradle.caching org.gradle.configureondemand
org.gradle.workers.max org.gradle.java.home org.gradle.logging.level org.gradle.console org.gradle.configuration-cache
org.gradle.java.installations.paths org.gradle.java.installations.auto-download org.gradle.vfs.watch android.useandroidx
android.enablejetifier android.nontransitiverclass kotlin.code.style kotlin.incremental systemprop.http.proxyhost
systemprop.http.proxyport systemprop.https.proxyhost systemprop.https.proxyport systemprop.http.nonproxyhosts`);
const RUBY_KEYS =
  words(`bundle_path bundle_without bundle_with bundle_jobs bundle_retry bundle_frozen bundle_deployment bundle_bin
bundle_cache_path bundle_force_ruby_platform :sources: :verbose: :update_sources: :backtrace: :bulk_threshold: gem install update
:concurrent_downloads: :ssl_verify_mode: :ssl_ca_cert: gemhome gempath`);
const GIT_KEYS =
  words(`name email defaultbranch autocrlf eol safecrlf filemode ignorecase symlinks longpaths precomposeunicode quotepath
excludesfile attributesfile abbrev pager ui rebase ff conflictstyle renames algorithm mnemonicprefix directory required autosetuprebase
autosetupremote autostash`);
const TERMINAL_KEYS = words(`lang language lc_all lc_ctype lc_collate lc_messages lc_numeric lc_time`);

/** By path in the home folder. */
export const TOOL_SETTINGS: Readonly<Record<string, Filter>> = {
  ...each(['.npmrc', '.config/pnpm/rc'], lines('flat', NPM_KEYS)),
  ...each(['.yarnrc'], lines('flat', YARN_KEYS)),
  ...each(['.yarnrc.yml'], lines('yaml', YARN_KEYS)),
  ...each(
    ['.bunfig.toml'],
    lines('ini', words('registry exact frozenlockfile dryrun production optional dev peer auto linker coverage')),
  ),
  ...each(
    ['.config/pip/pip.conf', '.pip/pip.conf', '.config/uv/uv.toml', '.config/pypoetry/config.toml'],
    lines('ini', PYTHON_KEYS),
  ),
  ...each(['.condarc'], lines('yaml', PYTHON_KEYS)),
  ...each(['.cargo/config.toml', '.cargo/config'], lines('ini', CARGO_KEYS)),
  ...each(['.config/go/env'], lines('flat', GO_KEYS)),
  ...each(['.gradle/gradle.properties'], lines('flat', GRADLE_KEYS)),
  ...each(['.bundle/config', '.gemrc'], lines('yaml', RUBY_KEYS)),
  ...each(['.gitconfig', '.config/git/config'], lines('ini', GIT_KEYS)),
  ...each(['.locale.conf'], lines('flat', TERMINAL_KEYS)),
  ...each(['.sbt/repositories'], lines('flat', ['*'])),
  ...each(
    ['.m2/settings.xml'],
    elements('settings', ['localRepository', 'offline', 'pluginGroups', 'mirrors', 'profiles', 'activeProfiles']),
  ),
  ...each(
    ['.nuget/NuGet/NuGet.Config'],
    elements('configuration', ['packageSources', 'packageSourceMapping', 'disabledPackageSources']),
  ),
};

function each(paths: readonly string[], filter: Filter): Record<string, Filter> {
  return Object.fromEntries(paths.map((path) => [path, filter]));
}

function words(text: string): string[] {
  return text.split(/\s+/);
}

const SECTION = /^\s{0,16}\[[^\n=]{1,300}\]\s{0,16}$/;
const KEY = /^\s{0,16}["']?([:@\w][\w./@:-]{0,200}?)["']?\s{0,16}(=|:(?=\s|$)|\s|$)/;

/**
 * flat: a line is a key with its value. ini: keys may be indented, and an indented line without a key continues the value before it,
 * as in TOML. yaml: an indented line belongs to the key above it.
 */
type Style = 'flat' | 'ini' | 'yaml';

function lines(style: Style, keys: readonly string[]): Filter {
  const known = new Set(keys);
  const isKnown = (name: string) =>
    known.has('*') || known.has(name) || (known.has('@*:registry') && /^@[\w.-]{1,100}:registry$/.test(name));
  return (text) => {
    let isKept = false;
    const kept = text.split(/\r?\n/).filter((line) => {
      if (SECTION.test(line)) {
        isKept = false;
        return !SECRET_VALUE.test(line);
      }
      const key = keyIn(line, style);
      if (!belongsToPrevious(line, style, key)) isKept = key !== null && isKnown(key.toLowerCase());
      return isKept && !SECRET_VALUE.test(line);
    });
    return kept.some((line) => line.trim() !== '' && !SECTION.test(line)) ? `${kept.join('\n')}\n` : null;
  };
}

/** Only a flat file has keys without a value. */
function keyIn(line: string, style: Style): string | null {
  const [, name, separator] = KEY.exec(line) ?? [];
  return name === undefined || (separator === '' && style !== 'flat') ? null : name;
}

function belongsToPrevious(line: string, style: Style, key: string | null): boolean {
  return /^[\s\]}]/.test(line) && (style === 'yaml' || (style === 'ini' && key === null));
}

/** The elements of these names in an XML document, if they have no secret in them. */
function elements(root: string, names: readonly string[]): Filter {
  return (text) => {
    const kept = names.flatMap((name) => {
      const [begin, end] = [text.indexOf(`<${name}>`), text.indexOf(`</${name}>`)];
      const element = begin === -1 || end < begin ? '' : text.slice(begin, end + name.length + 3);
      return element === '' || hasSecret(element) ? [] : [element];
    });
    return kept.length === 0 ? null : `<${root}>\n${kept.join('\n')}\n</${root}>\n`;
  };
}

function hasSecret(element: string): boolean {
  return (
    SECRET_VALUE.test(element) || /<[^>]{0,200}(?:password|passphrase|secret|token|username|privateKey|api-?key)/i.test(element)
  );
}
