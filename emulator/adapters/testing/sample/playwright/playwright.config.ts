import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

// Debian's own browser: none is downloaded.
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
)

// oxlint-disable-next-line import/no-default-export
export default defineConfig({
  testDir: '.',
  fullyParallel: true,
  workers: 2,
  outputDir: process.env['SAMPLE_OUTPUT'] ?? 'test-results',
  reporter: [
    ['json', { outputFile: `${process.env['SAMPLE_OUTPUT']}/result.json` }],
    ['../../node-playwright-reporter.ts', { file: `${process.env['SAMPLE_OUTPUT']}/coverage.json`, summary: false }],
  ],
  use: { launchOptions: { ...(executablePath && { executablePath }), args: ['--no-sandbox'] } },
})
