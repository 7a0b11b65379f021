<?php
// Runs inside the user's PHP processes, before their program. It adds the argument that makes PHPUnit write a JUnit report,
// and removes Hydra's own variables again, so that the tests and what they start see none of it. Without type declarations:
// the file must load in every version of PHP.
call_user_func(static function () {
    $folder = getenv('HYDRA_REPORTS');
    $name = isset($_SERVER['argv'][0]) ? basename($_SERVER['argv'][0]) : '';
    // Composer runs the scripts that start PHPUnit and hands the request on.
    if ($folder === false || preg_match('/^composer(?:\.phar)?$/', $name) === 1) {
        return;
    }
    $set = static function ($variable, $value) {
        putenv($value === false ? $variable : "$variable=$value");
        unset($_SERVER[$variable], $_ENV[$variable]);
        if ($value !== false) {
            $_SERVER[$variable] = $value;
        }
    };
    $set('PHP_INI_SCAN_DIR', getenv('HYDRA_PHP_INI_SCAN_DIR'));
    foreach (['HYDRA_REPORTS', 'HYDRA_PHP_HOOK', 'HYDRA_PHP_INI_SCAN_DIR'] as $variable) {
        $set($variable, false);
    }
    $isPhpunit = preg_match('/^phpunit(?:-[\d.]+)?(?:\.phar)?$/', $name) === 1;
    if (!$isPhpunit || preg_grep('/^--log-junit(?:=|$)/', $_SERVER['argv']) !== []) {
        return;
    }
    array_splice($_SERVER['argv'], 1, 0, ['--log-junit', $folder . '/phpunit-' . getmypid() . '.xml']);
    $_SERVER['argc'] = count($_SERVER['argv']);
    $GLOBALS['argv'] = $_SERVER['argv'];
    $GLOBALS['argc'] = $_SERVER['argc'];
});
