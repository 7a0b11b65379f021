// The Rust code that makes calls and writes down what they return.

/**
 * Each pass runs in a child process, so that a call that ends or blocks the process costs one answer. Of the implementations of
 * `shown`, the compiler takes the first one whose bounds the type of the value satisfies.
 */
export const RUST_SUPPORT = String.raw`#[macro_use]
mod hydra {
    use std::cell::RefCell;
    use std::fmt::Debug;
    use std::io::Write;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    pub type Probe = (&'static str, fn() -> String);

    pub struct Shown<T>(RefCell<Option<T>>);

    impl<T> Shown<T> {
        pub fn new(value: T) -> Self {
            Shown(RefCell::new(Some(value)))
        }

        fn take(&self) -> T {
            self.0.borrow_mut().take().unwrap()
        }
    }

    pub trait ShowIterator {
        fn shown(&self) -> String;
    }

    pub trait ShowResult {
        fn shown(&self) -> String;
    }

    pub trait ShowDebug {
        fn shown(&self) -> String;
    }

    pub trait ShowNothing {
        fn shown(&self) -> String;
    }

    impl<T: Iterator> ShowIterator for &&&Shown<T>
    where
        T::Item: Debug,
    {
        fn shown(&self) -> String {
            let items: Vec<String> = self.take().take(100).map(|item| canonical(&format!("{:?}", item))).collect();
            format!("iter([{}])", items.join(", "))
        }
    }

    impl<T: Debug, E: Debug> ShowResult for &&Shown<Result<T, E>> {
        fn shown(&self) -> String {
            match self.take() {
                Ok(value) => format!("Ok({})", canonical(&format!("{:?}", value))),
                Err(error) => {
                    let text = format!("{:?}", error);
                    let name: String = text.chars().take_while(|each| each.is_alphanumeric() || *each == '_').collect();
                    let of_type = std::any::type_name::<E>().trim_start_matches('&').rsplit("::").next().unwrap_or("").to_string();
                    format!("Err({})", if name.is_empty() { of_type } else { name })
                }
            }
        }
    }

    impl<T: Debug> ShowDebug for &Shown<T> {
        fn shown(&self) -> String {
            canonical(&format!("{:?}", self.take()))
        }
    }

    impl<T> ShowNothing for Shown<T> {
        fn shown(&self) -> String {
            String::from("<no Debug>")
        }
    }

    macro_rules! hydra_show {
        ($call:expr) => {{
            #[allow(unused_imports)]
            use crate::hydra::{ShowDebug, ShowIterator, ShowNothing, ShowResult};
            match $call {
                value => (&&&&crate::hydra::Shown::new(value)).shown(),
            }
        }};
    }

    /// Sorted maps and sets, and floats of at most 12 digits.
    fn canonical(text: &str) -> String {
        let chars: Vec<char> = text.chars().collect();
        let mut at = 0;
        match entries(&chars, &mut at, None, 0) {
            Some(parts) if at == chars.len() => parts.join(", "),
            _ => text.to_string(),
        }
    }

    fn entries(chars: &[char], at: &mut usize, close: Option<char>, depth: usize) -> Option<Vec<String>> {
        if depth > 50 {
            return None;
        }
        let mut parts = Vec::new();
        let mut part = String::new();
        while *at < chars.len() {
            let char = chars[*at];
            if Some(char) == close {
                *at += 1;
                if !part.trim().is_empty() {
                    parts.push(part.trim().to_string());
                }
                return Some(parts);
            }
            match char {
                ',' => {
                    parts.push(part.trim().to_string());
                    part = String::new();
                    *at += 1;
                }
                '"' | '\'' => {
                    let end = end_of_text(chars, *at);
                    part.extend(&chars[*at..end]);
                    *at = end;
                }
                '(' | '[' | '{' => {
                    let last = if char == '(' { ')' } else if char == '[' { ']' } else { '}' };
                    *at += 1;
                    let mut inner = entries(chars, at, Some(last), depth + 1)?;
                    let is_named = part.trim_end().ends_with(|each: char| each.is_alphanumeric() || each == '_' || each == '>');
                    if char == '{' && !is_named {
                        inner.sort();
                    }
                    let space = if char == '{' && is_named && !inner.is_empty() { " " } else { "" };
                    part.push(char);
                    part.push_str(&format!("{}{}{}", space, inner.join(", "), space));
                    part.push(last);
                }
                ')' | ']' | '}' => return None,
                _ if char.is_ascii_digit() && !part.ends_with(|each: char| each.is_alphanumeric() || each == '_' || each == '.') => {
                    let is_number = |each: &char| each.is_ascii_alphanumeric() || *each == '.';
                    let mut number: String = chars[*at..].iter().take_while(|each| is_number(each)).collect();
                    *at += number.chars().count();
                    if number.ends_with('e') && *at < chars.len() && chars[*at] == '-' {
                        let rest: String = chars[*at..].iter().take_while(|each| each.is_ascii_digit() || **each == '-').collect();
                        *at += rest.chars().count();
                        number.push_str(&rest);
                    }
                    part.push_str(&rounded(&number));
                }
                _ => {
                    part.push(char);
                    *at += 1;
                }
            }
        }
        if close.is_some() {
            return None;
        }
        parts.push(part);
        Some(parts)
    }

    fn end_of_text(chars: &[char], start: usize) -> usize {
        let mut at = start + 1;
        while at < chars.len() && chars[at] != chars[start] {
            at += if chars[at] == '\\' { 2 } else { 1 };
        }
        std::cmp::min(at + 1, chars.len())
    }

    fn rounded(number: &str) -> String {
        if number.starts_with("0x") || !number.contains(|each| each == '.' || each == 'e') {
            return number.to_string();
        }
        match number.parse::<f64>() {
            Ok(value) => format!("{:?}", format!("{:.11e}", value).parse::<f64>().unwrap_or(value)),
            Err(_) => number.to_string(),
        }
    }

    fn write(path: &str, line: &str) {
        if let Ok(mut file) = std::fs::OpenOptions::new().append(true).create(true).open(path) {
            let _ = file.write_all(format!("{}\n", line).as_bytes());
        }
    }

    fn begin_line(id: &str, pass: usize) -> String {
        format!("{{\"begin\":\"{}\",\"pass\":{}}}", id, pass)
    }

    fn answer_start(id: &str, pass: usize) -> String {
        format!("{{\"id\":\"{}\",\"pass\":{},\"answer\":", id, pass)
    }

    fn answer_line(id: &str, pass: usize, answer: &str) -> String {
        let mut text = String::new();
        for char in answer.chars() {
            match char {
                '"' => text.push_str("\\\""),
                '\\' => text.push_str("\\\\"),
                _ if (char as u32) < 32 => text.push_str(&format!("\\u{:04x}", char as u32)),
                _ => text.push(char),
            }
        }
        format!("{}\"{}\"}}", answer_start(id, pass), text)
    }

    fn cut(answer: String) -> String {
        if answer.chars().count() <= 16000 {
            return answer;
        }
        let hash = answer.bytes().fold(0xcbf29ce484222325u64, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x100000001b3));
        format!("{}…{:016x}", answer.chars().take(16000).collect::<String>(), hash)
    }

    fn in_order(probes: &[Probe], pass: usize) -> Vec<Probe> {
        if pass == 1 { probes.to_vec() } else { probes.iter().rev().cloned().collect() }
    }

    fn child(path: &str, probes: &[Probe], pass: usize, start: usize) {
        std::panic::set_hook(Box::new(|_| {}));
        for (id, call) in in_order(probes, pass).into_iter().skip(start) {
            write(path, &begin_line(id, pass));
            let (sender, receiver) = std::sync::mpsc::channel();
            std::thread::spawn(move || {
                let answer = std::panic::catch_unwind(call).map(cut).unwrap_or_else(|_| String::from("panics"));
                let _ = sender.send(answer);
            });
            match receiver.recv_timeout(Duration::from_secs(2)) {
                Ok(answer) => write(path, &answer_line(id, pass, &answer)),
                Err(_) => {
                    write(path, &answer_line(id, pass, "times out"));
                    std::process::exit(0);
                }
            }
        }
        std::process::exit(0);
    }

    fn parent(path: &str, probes: &[Probe]) {
        let end = Instant::now() + Duration::from_secs(60);
        for pass in 1..3 {
            if pass == 2 {
                // An answer with the time of day in it is another one in the next second.
                let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
                let millis = u64::from(now.map_or(0, |time| time.subsec_millis()));
                std::thread::sleep(Duration::from_millis(1010 - millis));
            }
            let ordered = in_order(probes, pass);
            let mut start = 0;
            while start < ordered.len() && Instant::now() < end {
                let answer = match run_child(pass, start, end) {
                    Some(answer) => answer,
                    None => return,
                };
                let before = start;
                let text = String::from_utf8_lossy(&std::fs::read(path).unwrap_or_default()).into_owned();
                while start < ordered.len() && text.contains(&answer_start(ordered[start].0, pass)) {
                    start += 1;
                }
                if start == ordered.len() {
                    break;
                }
                if !text.contains(&begin_line(ordered[start].0, pass)) {
                    if start == before {
                        return;
                    }
                    continue;
                }
                if Instant::now() < end {
                    write(path, &answer_line(ordered[start].0, pass, answer));
                }
                start += 1;
            }
        }
    }

    /// What it means for the last call if the child ends without its answer.
    fn run_child(pass: usize, start: usize, end: Instant) -> Option<&'static str> {
        let mut child = Command::new(std::env::current_exe().ok()?)
            .args(&["hydra_answers", "--exact", "--nocapture"])
            .env("HYDRA_ANSWERS_PART", format!("{}:{}", pass, start))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        loop {
            if let Some(status) = child.try_wait().ok()? {
                return Some(if status.code().is_some() { "exits" } else { "crashes" });
            }
            if Instant::now() > end {
                let _ = child.kill();
                let _ = child.wait();
                return Some("times out");
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    pub fn run(probes: &[Probe]) {
        let path = match std::env::var("HYDRA_ANSWERS_FILE") {
            Ok(path) => path,
            Err(_) => return,
        };
        let part = std::env::var("HYDRA_ANSWERS_PART").unwrap_or_default();
        let numbers: Vec<usize> = part.split(':').filter_map(|each| each.parse().ok()).collect();
        if numbers.len() == 2 { child(&path, probes, numbers[0], numbers[1]) } else { parent(&path, probes) }
    }
}`;
