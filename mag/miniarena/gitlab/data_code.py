"""File templates by language. @t@ part, @s@ snake_case, @k@ kebab-case, @C@ CamelCase, @p@ path of the project, @P@ its name, @v@ version.

`SINGLE` files exist once a project, `PER_PART` once for each of its parts.
"""

SINGLE: dict[str, tuple[tuple[str, str], ...]] = {
    "Go": (
        ("go.mod", "module codeyard.test/@p@\n\ngo 1.23\n"),
        (
            "cmd/@p@/main.go",
            'package main\n\nimport (\n\t"flag"\n\t"fmt"\n\t"os"\n)\n\nconst version = "@v@"\n\nfunc main() {\n\tshow := flag.Bool("version", false, "print the version and exit")\n\tflag.Parse()\n\tif *show {\n\t\tfmt.Println(version)\n\t\tos.Exit(0)\n\t}\n\tif err := run(flag.Args()); err != nil {\n\t\tfmt.Fprintln(os.Stderr, "@p@:", err)\n\t\tos.Exit(1)\n\t}\n}\n',
        ),
        (
            "Makefile",
            "BINARY = @p@\n\nbuild:\n\tgo build -o bin/$(BINARY) ./cmd/$(BINARY)\n\ntest:\n\tgo test ./...\n\n.PHONY: build test\n",
        ),
    ),
    "Rust": (
        ("Cargo.toml", '[package]\nname = "@p@"\nversion = "@v@"\nedition = "2021"\n\n[dependencies]\nanyhow = "1"\n'),
        (
            "src/main.rs",
            'use std::process::ExitCode;\n\nmod config;\n\nfn main() -> ExitCode {\n    match config::load("@p@.toml") {\n        Ok(settings) => settings.run(),\n        Err(error) => {\n            eprintln!("@p@: {error:#}");\n            ExitCode::FAILURE\n        }\n    }\n}\n',
        ),
        (
            "src/config.rs",
            "use std::time::Duration;\n\n/// Settings of @P@.\npub struct Settings {\n    pub retries: u32,\n    pub timeout: Duration,\n    pub quiet: bool,\n}\n\nimpl Default for Settings {\n    fn default() -> Self {\n        Settings { retries: 3, timeout: Duration::from_secs(30), quiet: false }\n    }\n}\n",
        ),
    ),
    "Python": (
        (
            "pyproject.toml",
            '[project]\nname = "@p@"\nversion = "@v@"\nrequires-python = ">=3.11"\ndependencies = []\n\n[tool.ruff]\nline-length = 110\n',
        ),
        ("@q@/__init__.py", '"""@P@."""\n\n__version__ = "@v@"\n'),
        (
            "@q@/settings.py",
            '"""Settings of @P@."""\n\nfrom dataclasses import dataclass\n\n\n@dataclass(frozen=True)\nclass Settings:\n    """What can be set in the configuration file."""\n\n    retries: int = 3\n    timeout: float = 30.0\n    batch_size: int = 250\n    quiet: bool = False\n',
        ),
    ),
    "TypeScript": (
        (
            "package.json",
            '{\n  "name": "@p@",\n  "version": "@v@",\n  "type": "module",\n  "scripts": {\n    "build": "tsc",\n    "test": "node --test"\n  }\n}\n',
        ),
        (
            "tsconfig.json",
            '{\n  "compilerOptions": {\n    "strict": true,\n    "target": "es2022",\n    "module": "nodenext",\n    "outDir": "dist"\n  }\n}\n',
        ),
        (
            "src/options.ts",
            "export interface Options {\n  locale: string;\n  delay: number;\n  limit: number;\n}\n\nexport const defaults: Options = {\n  locale: 'en',\n  delay: 150,\n  limit: 50,\n};\n",
        ),
    ),
    "JavaScript": (
        (
            "package.json",
            '{\n  "name": "@p@",\n  "version": "@v@",\n  "type": "module",\n  "scripts": {\n    "start": "node src/main.js",\n    "test": "node --test"\n  }\n}\n',
        ),
        (
            "src/main.js",
            "import { readFileSync } from 'node:fs';\n\nconst settings = JSON.parse(readFileSync('settings.json', 'utf8'));\n\nexport function start(name = '@p@') {\n  const limit = settings.limit ?? 50;\n  console.log(`${name}: ${limit} entries at most`);\n  return limit;\n}\n\nstart();\n",
        ),
        ("settings.json", '{\n  "limit": 50,\n  "delay": 150,\n  "quiet": false\n}\n'),
    ),
    "CSS": (
        ("package.json", '{\n  "name": "@p@",\n  "version": "@v@",\n  "style": "theme.css"\n}\n'),
        (
            "theme.css",
            ":root {\n  --paper: #fffaf3;\n  --ink: #2b2320;\n  --accent: #b4531d;\n  --measure: 70ch;\n}\n\nbody {\n  background: var(--paper);\n  color: var(--ink);\n  max-width: var(--measure);\n}\n",
        ),
    ),
    "Kotlin": (
        (
            "build.gradle.kts",
            'plugins {\n    id("com.android.application")\n}\n\nandroid {\n    namespace = "test.codeyard.@p@"\n    defaultConfig {\n        versionName = "@v@"\n        minSdk = 26\n    }\n}\n',
        ),
        (
            "app/src/MainActivity.kt",
            "package test.codeyard.@p@\n\nclass MainActivity {\n    private val retries = 3\n    private val offline = true\n\n    fun onStart() {\n        repeat(retries) { attempt ->\n            if (connect(attempt) || offline) return\n        }\n    }\n\n    private fun connect(attempt: Int): Boolean = attempt > 0\n}\n",
        ),
    ),
    "Java": (
        (
            "pom.xml",
            "<project>\n  <modelVersion>4.0.0</modelVersion>\n  <groupId>test.codeyard</groupId>\n  <artifactId>@p@</artifactId>\n  <version>@v@</version>\n</project>\n",
        ),
        (
            "src/main/java/Main.java",
            'public final class Main {\n    private static final int RETRIES = 3;\n\n    public static void main(String[] arguments) {\n        if (arguments.length == 0) {\n            System.err.println("usage: @p@ FILE");\n            System.exit(2);\n        }\n        new Planner(RETRIES).run(arguments[0]);\n    }\n}\n',
        ),
    ),
    "Ruby": (
        ("Gemfile", 'source "https://gems.codeyard.test"\n\nruby "3.3"\n\ngem "rack"\ngem "sequel"\n'),
        ("lib/version.rb", 'module VolunteerRota\n  VERSION = "@v@"\nend\n'),
        ("config/settings.yml", "retries: 3\ntimeout: 30\nreminder_days: 2\nquiet: false\n"),
    ),
    "C": (
        (
            "Makefile",
            "NAME = @p@\nVERSION = @v@\nCFLAGS = -Os -Wall -Wextra\n\nall: $(NAME).bin\n\nflash: $(NAME).bin\n\ttools/flash.sh $(NAME).bin\n",
        ),
        (
            "src/main.c",
            '#include "config.h"\n\nint main(void) {\n    board_init();\n    for (;;) {\n        step();\n        sleep_ms(STEP_MS);\n    }\n}\n',
        ),
        ("src/config.h", "#pragma once\n\n#define STEP_MS 20\n#define RETRIES 3\n#define BUFFER_SIZE 512\n#define BAUD 115200\n"),
    ),
    "Shell": (
        (
            "install.sh",
            '#!/bin/sh\nset -eu\n\nVERSION=@v@\ntarget="${HOME}/.config"\n\nfor folder in shell editor terminal; do\n    mkdir -p "$target/$folder"\n    cp -R "$folder/." "$target/$folder/"\ndone\necho "dotfiles $VERSION installed"\n',
        ),
    ),
}

PER_PART: dict[str, tuple[str, str]] = {
    "Go": (
        "internal/@s@/@s@.go",
        'package @s@\n\nimport (\n\t"context"\n\t"errors"\n\t"time"\n)\n\n// @C@ is the @t@ of @P@.\ntype @C@ struct {\n\tretries int\n\ttimeout time.Duration\n}\n\n// New makes a @t@ with the usual limits.\nfunc New() *@C@ {\n\treturn &@C@{retries: 3, timeout: 30 * time.Second}\n}\n\n// Run does the work of one round and says what went wrong.\nfunc (x *@C@) Run(ctx context.Context, items []string) error {\n\tctx, cancel := context.WithTimeout(ctx, x.timeout)\n\tdefer cancel()\n\tfor attempt := 0; attempt < x.retries; attempt++ {\n\t\tif err := x.once(ctx, items); err == nil {\n\t\t\treturn nil\n\t\t}\n\t}\n\treturn errors.New("@t@: too many attempts")\n}\n',
    ),
    "Rust": (
        "src/@s@.rs",
        '//! The @t@ of @P@.\n\nuse anyhow::{bail, Result};\n\npub struct @C@ {\n    limit: usize,\n    seen: Vec<String>,\n}\n\nimpl @C@ {\n    pub fn new(limit: usize) -> Self {\n        @C@ { limit, seen: Vec::with_capacity(limit) }\n    }\n\n    pub fn push(&mut self, entry: &str) -> Result<()> {\n        if self.seen.len() >= self.limit {\n            bail!("@t@ is full ({} entries)", self.limit);\n        }\n        self.seen.push(entry.trim().to_string());\n        Ok(())\n    }\n}\n',
    ),
    "Python": (
        "@q@/@s@.py",
        '"""The @t@ of @P@."""\n\nimport logging\nfrom collections.abc import Iterable\n\nlogger = logging.getLogger(__name__)\nLIMIT = 250\n\n\nclass @C@:\n    """Collects entries and hands them on in batches."""\n\n    def __init__(self, limit: int = LIMIT) -> None:\n        self.limit = limit\n        self.entries: list[str] = []\n\n    def add(self, entries: Iterable[str]) -> int:\n        """Add entries, skip empty ones; says how many were kept."""\n        kept = [entry.strip() for entry in entries if entry.strip()]\n        if len(kept) > self.limit:\n            logger.warning("@t@: %d entries, limit is %d", len(kept), self.limit)\n        self.entries.extend(kept[: self.limit])\n        return len(kept)\n',
    ),
    "TypeScript": (
        "src/@k@.ts",
        "import { defaults, type Options } from './options.js';\n\n/** The @t@ of @P@. */\nexport class @C@ {\n  private readonly options: Options;\n  private open = false;\n\n  constructor(options: Partial<Options> = {}) {\n    this.options = { ...defaults, ...options };\n  }\n\n  toggle(): boolean {\n    this.open = !this.open;\n    return this.open;\n  }\n\n  get delay(): number {\n    return this.open ? 0 : this.options.delay;\n  }\n}\n",
    ),
    "JavaScript": (
        "src/@k@.js",
        "// The @t@ of @P@.\nconst LIMIT = 50;\n\nexport class @C@ {\n  #entries = [];\n\n  add(entry) {\n    if (this.#entries.length >= LIMIT) {\n      throw new RangeError('@t@ is full');\n    }\n    this.#entries.push(entry);\n    return this.#entries.length;\n  }\n\n  sorted() {\n    return [...this.#entries].sort((a, b) => a.order - b.order);\n  }\n}\n",
    ),
    "CSS": (
        "parts/@k@.css",
        ".@k@ {\n  display: flex;\n  gap: 12px;\n  padding: 8px 16px;\n  border-bottom: 1px solid var(--accent);\n}\n\n.@k@:focus-within {\n  outline: 2px solid var(--accent);\n}\n",
    ),
    "Kotlin": (
        "app/src/@C@.kt",
        "package test.codeyard.@p@\n\n/** The @t@ of @P@. */\nclass @C@(private val limit: Int = 500) {\n    private val entries = ArrayDeque<String>()\n\n    fun add(entry: String) {\n        if (entries.size >= limit) entries.removeFirst()\n        entries.addLast(entry.trim())\n    }\n\n    fun newest(count: Int): List<String> = entries.takeLast(count)\n}\n",
    ),
    "Java": (
        "src/main/java/@C@.java",
        "import java.util.ArrayList;\nimport java.util.List;\n\n/** The @t@ of @P@. */\npublic final class @C@ {\n    private final List<String> stops = new ArrayList<>();\n    private final int limit;\n\n    public @C@(int limit) {\n        this.limit = limit;\n    }\n\n    public boolean add(String stop) {\n        if (stops.size() >= limit) {\n            return false;\n        }\n        return stops.add(stop.strip());\n    }\n}\n",
    ),
    "Ruby": (
        "lib/@s@.rb",
        "# The @t@ of @P@.\nclass @C@\n  LIMIT = 200\n\n  def initialize(entries = [])\n    @entries = entries.first(LIMIT)\n  end\n\n  def upcoming(today)\n    @entries.select { |entry| entry.date >= today }.sort_by(&:date)\n  end\n\n  def empty?\n    @entries.empty?\n  end\nend\n",
    ),
    "C": (
        "src/@s@.c",
        '#include "config.h"\n\n/* The @t@ of @P@. */\nstatic unsigned char buffer[BUFFER_SIZE];\nstatic unsigned int used = 0;\n\nint @s@_push(unsigned char value) {\n    if (used >= BUFFER_SIZE) {\n        return -1;\n    }\n    buffer[used++] = value;\n    return 0;\n}\n\nvoid @s@_reset(void) {\n    used = 0;\n}\n',
    ),
    "Shell": (
        "shell/@k@.sh",
        '# The @t@.\nHISTORY_SIZE=5000\n\n@s@_reload() {\n    . "${HOME}/.config/shell/@k@.sh"\n    echo "@t@ reloaded"\n}\n',
    ),
}

USAGE = {
    "Go": "go install codeyard.test/{path}@latest",
    "Rust": "cargo install {path}",
    "Python": "pip install {path}",
    "TypeScript": "npm install {path}",
    "JavaScript": "npm install {path}",
    "CSS": "npm install {path}",
    "Kotlin": "./gradlew installDebug",
    "Java": "mvn package",
    "Ruby": "bundle install",
    "C": "make flash",
    "Shell": "sh install.sh",
}

LICENCES = (
    (
        "MIT License",
        "Permission is granted, free of charge, to use, copy, change and pass on this software,\nas long as this notice goes with it. It comes without any warranty.\n",
    ),
    (
        "Apache License 2.0",
        "Use, change and share this software under the terms of the Apache License, version 2.0.\nUnless required by law it is distributed without warranties of any kind.\n",
    ),
    (
        "GNU General Public License v3.0",
        "This program is free software: you can pass it on and change it under the terms\nof version 3 of the licence. Changed versions must be free in the same way.\n",
    ),
)

GITIGNORE = {
    "Go": "bin/\n",
    "Rust": "target/\n",
    "Python": "__pycache__/\n.venv/\ndist/\n",
    "TypeScript": "node_modules/\ndist/\n",
    "JavaScript": "node_modules/\npublic/\n",
    "CSS": "node_modules/\n",
    "Kotlin": "build/\n.gradle/\n",
    "Java": "target/\n",
    "Ruby": "vendor/\nlog/\n",
    "C": "*.o\n*.bin\n",
    "Shell": "*.local\n",
}
