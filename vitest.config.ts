import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{emulator,cli,scripts,bench}/**/*.test.ts'],
          exclude: ['**/*.e2e.test.ts', 'emulator/conformance/**'],
        },
      },
      { extends: true, test: { name: 'conformance', include: ['emulator/conformance/**/*.test.ts'] } },
      { extends: true, test: { name: 'e2e', include: ['**/*.e2e.test.ts'], exclude: ['**/node_modules/**', 'dist/**'] } },
    ],
  },
})
