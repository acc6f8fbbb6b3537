# The commands of the project. `make demo` and `make test` do all set-up themselves.

SWIFT_SOURCES := Package.swift Sources Plugins Tests Examples Benchmarks
PROMPT := What is a fjord, and why is the water in it so still?
MODELS := mock/small,mock/thinker,mock/vision
DEMO := Examples/Compare
REPORT := .build/demo.html

.PHONY: demo test build release lint format readme picture examples check torture release-tests tsan asan manifest clean setup

# Side by side on the mock vendor, without any key; then a table of prompts, and its report.
demo: setup
	@swift build --product switchboard
	@.build/debug/switchboard compare "$(PROMPT)" --models $(MODELS) --config $(DEMO)/switchboard.json5
	@echo
	@.build/debug/switchboard compare --prompts $(DEMO)/prompts.csv --models $(MODELS) --repeat 2 --fresh \
	  --judge mock/tools --config $(DEMO)/switchboard.json5 --html $(REPORT)

# All tests; the one command before a change is sent.
test: setup
	swift test --disable-xctest

build: setup
	swift build

release: setup
	swift build -c release --product switchboard

lint: manifest
	swift format lint --strict -r $(SWIFT_SOURCES)

format:
	swift format -i -r $(SWIFT_SOURCES)

# Writes the table of vendors anew.
readme: setup
	SWITCHBOARD_WRITE_README=1 swift test --disable-xctest --filter ReadmeTableTests

# Draws the live view of `compare` for the documentation anew; needs Python.
picture: setup
	swift build --product switchboard
	test -x .build/venv/bin/python || python3 -m venv .build/venv
	.build/venv/bin/pip install --quiet -r .ci/terminal/requirements.txt
	.build/venv/bin/python .ci/terminal/picture --columns 112 --rows 16 --until "stops the swell" \
	  --title 'switchboard compare "$(PROMPT)" --models mock/small,mock/vision,mock/thinker' \
	  --out Documentation/Pictures/compare-terminal.svg -- .build/debug/switchboard compare "$(PROMPT)" \
	  --models mock/small,mock/vision,mock/thinker --config .ci/terminal/switchboard.json5

# The programs of Examples/ run as they stand; the app is only built, since on a Mac it would stay open.
examples: setup
	swift run SideBySide
	swift run ToolTalk
	swift run Compare
	swift build --product ChatApp

# The package depends on nothing but the toolchain and the system.
manifest:
	@if grep -nE '\.package\(' Package.swift; then echo "Package.swift must have no package dependencies."; exit 1; fi

# What is too slow for every change: tests as released, and under the sanitizers.
check: release-tests torture tsan asan
	swift build --build-path .build/explicit --explicit-target-dependency-import-check error \
	  -Xswiftc -require-explicit-sendable

release-tests: setup
	swift test -c release --disable-xctest -Xswiftc -enable-testing

# Programs that use a store are killed and share a file, as often as it takes to be sure.
torture: setup
	SWITCHBOARD_TORTURE=1 swift test --disable-xctest --filter SwitchboardSQLiteTests

tsan: setup
	swift test --disable-xctest --sanitize thread --build-path .build/tsan

asan: setup
	ASAN_OPTIONS=detect_leaks=0 swift test --disable-xctest --sanitize address --build-path .build/asan

setup:
	@.ci/setup

clean:
	rm -rf .build
