/**
 * The version of the release, which package.json holds, in every other file that names it, with the names of package and action. `npm run
 * write` fills them in, so that `npm run release -- --notes` (or `npm version` and `npm run write`) is all that moves a version.
 */
import { readFileSync } from 'node:fs'
import { facts, isPlaceholder } from './facts.ts'

const NAME = 'svc-emulator'

export interface Released {
  readonly version: string
  readonly package: string
  readonly repository: string
  readonly image: string
}

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as Released

/** The release that this checkout would make. */
export const released: Released = { ...facts, version }

/** emulator/contract/version.ts with the version; a browser cannot read package.json. */
export function versionedModule(text: string, release = released): string {
  return text.replace(/(const VERSION = )'[^']*'/, `$1'${release.version}'`)
}

/** package-lock.json with name and version of the package. */
export function versionedLock(text: string, release = released): string {
  const lock = JSON.parse(text) as {
    name: string
    version: string
    packages: { '': { name: string; version: string } }
  }
  const own = { name: release.package, version: release.version }
  Object.assign(lock, own)
  Object.assign(lock.packages[''], own)
  return `${JSON.stringify(lock, null, 2)}\n`
}

/** package.json of an example, which depends on this release. */
export function versionedExample(text: string, { version: wanted, package: name } = released): string {
  const range = name === NAME ? `^${wanted}` : `npm:${name}@^${wanted}`
  return text.replace(/("svc-emulator": )"[^"]*"/, `$1"${range}"`)
}

/** A changeset of the package; `npx changeset version` refuses other names. */
export function namedChangeset(text: string, { package: name } = released): string {
  return text.replace(/^(---\n)['"](?:@[^/'"]+\/)?svc-emulator['"]/, `$1'${name}'`)
}

/**
 * A page whose images, actions and commands that install are those of the release. A package with a scope is installed under the name
 * without it, which is the name that programs import and that npx runs. Before a release, what \`npm pack\` and \`docker build\` make is meant.
 */
export function versionedPage(text: string, release = released): string {
  const { version: current, package: name, repository, image } = release
  const [, owner] = /([^/]+\/[^/]+)$/.exec(repository) ?? []
  const isOut = !isPlaceholder(repository)
  const installed = isOut ? (name === NAME ? NAME : `${NAME}@npm:${name}`) : `../${NAME}-${current}.tgz`
  const next = isOut ? `npm:${name}@latest` : `../${NAME}-${current}.tgz`
  return text
    .replaceAll(
      /(?<![\w/-])(?:ghcr\.io\/[^/\s]+\/)?svc-emulator:\d+\.\d+\.\d+(?:-[\w.]+)?/g,
      `${isPlaceholder(image) ? NAME : image}:${current}`,
    )
    .replaceAll(
      /(uses: )\S+@v\d+\.\d+\.\d+(?:-[\w.]+)?(?= *\n\s+id: emulator)/g,
      `$1${isOut ? owner : '<owner>/svc-emulator'}@v${current}`,
    )
    .replaceAll(
      /((?:npm install --(?:save-dev|global)|pnpm add --save-dev|yarn add --dev) )(?:svc-emulator(?:@npm:\S+?)?|\.\.\/svc-emulator-\S+\.tgz)(?=[`\s])/g,
      `$1${installed}`,
    )
    .replaceAll(/(svc-emulator-next@)(?:npm:\S+@latest|\.\.\/svc-emulator-\S+\.tgz)/g, `$1${next}`)
    .replaceAll(/(npx )\S+(@latest )/g, `$1${name}$2`)
}

/** How the package is installed today, in one sentence: from the registry, or from a clone until there is a release. */
export function howToInstall(release = released): string {
  const install = versionedPage(`npm install --save-dev ${NAME} `, release).trim()
  return isPlaceholder(release.repository)
    ? `in a clone of ${NAME} \`npm ci && npm pack --pack-destination ..\`, then beside it \`${install}\``
    : `\`${install}\``
}
