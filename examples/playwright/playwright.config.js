import { defineConfig } from '@playwright/test'

// CHROMIUM names a browser that the machine has; without it Playwright takes the one that it installed.
const { CHROMIUM, PORT = '3210' } = process.env

// oxlint-disable-next-line import/no-default-export
export default defineConfig({
  testDir: '.',
  fullyParallel: true,
  workers: 2,
  reporter: 'list',
  webServer: { command: `node serve.mjs ${PORT}`, url: `http://127.0.0.1:${PORT}/` },
  use: {
    baseURL: `http://127.0.0.1:${PORT}/`,
    launchOptions: CHROMIUM ? { executablePath: CHROMIUM, args: ['--no-sandbox'] } : {},
  },
})
