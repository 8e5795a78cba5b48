#!/usr/bin/env node
// It says what is missing on an older Node before it does anything.
import '../out/main/headless.js';
