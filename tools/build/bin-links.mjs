import { chmod, mkdir, rm, symlink } from 'node:fs/promises'

/**
 * Puts the package's own commands where npm puts those of its dependencies, for `npm exec` of older releases and for scripts. Newer
 * ones link the checkout into their cache first.
 */
export async function linkCommands(commands) {
  // npm writes scripts of its own there on Windows; npx then goes through its cache.
  if (process.platform === 'win32') return
  await mkdir('node_modules/.bin', { recursive: true })
  for (const { name, out } of commands) {
    await chmod(`dist/${out}.js`, 0o755)
    await rm(`node_modules/.bin/${name}`, { force: true })
    await symlink(`../../dist/${out}.js`, `node_modules/.bin/${name}`)
  }
}
