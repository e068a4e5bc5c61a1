import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

const chromium = playwright({ launchOptions: { executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] } })

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'node', include: ['*.test.{js,jsx}'], exclude: ['*.browser.test.js'] } },
      {
        test: {
          name: 'browser',
          include: ['*.browser.test.js'],
          browser: { enabled: true, headless: true, provider: chromium, instances: [{ browser: 'chromium' }] },
        },
      },
    ],
  },
})
