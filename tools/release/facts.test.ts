import { expect, it } from 'vitest'
import { readText } from '../write.ts'
import {
  factProblems,
  facts,
  filledChooser,
  filledDockerfile,
  filledManifest,
  filledPage,
  playAddress,
  withImage,
} from './facts.ts'

const real = {
  repository: 'https://git.example/a/svc-emulator',
  homepage: 'https://svc.example',
  package: '@a/svc-emulator',
  author: 'A',
  image: 'ghcr.io/a/svc-emulator',
  security: 'https://git.example/a/svc-emulator/security',
}

it('takes facts that are complete', () => {
  expect(factProblems(real)).toEqual([])
})

it('names each fact that is missing, unknown or a placeholder', () => {
  const { image, ...others } = { ...real, author: 'PLACEHOLDER' }
  expect(factProblems({ ...others, imge: image })).toEqual([
    `'image' is missing`,
    `'imge' is unknown; expected repository, homepage, package, author, image, security`,
    `'author' is still a placeholder: PLACEHOLDER`,
  ])
})

it('takes no name for the package that programs do not import', () => {
  expect(factProblems({ ...real, package: 'emulator' })).toEqual([
    `'package' is emulator; expected svc-emulator or @scope/svc-emulator`,
  ])
})

it('leaves no placeholder in a file that it fills', () => {
  const filled = [
    filledManifest(readText('package.json'), real),
    filledDockerfile(readText('Dockerfile'), real),
    filledChooser(readText('.github/ISSUE_TEMPLATE/config.yml'), real),
    filledPage(readText('README.md'), real),
    filledPage(readText('SECURITY.md'), real),
    withImage(readText('.github/workflows/release.yml'), real),
  ]
  expect(filled.filter((text) => text.includes('PLACEHOLDER'))).toEqual([])
  expect(JSON.parse(filled[0]!)).toMatchObject({ homepage: real.homepage, bugs: { url: `${real.repository}/issues` } })
  expect(filled[1]).toContain(`licenses="MIT" \\\n      org.opencontainers.image.source="${real.repository}"\n`)
  expect(filled[2]).toContain(`url: ${real.security}\n`)
})

it('fills what was filled before, so that a second name replaces the first', () => {
  const first = withImage(readText('.github/workflows/release.yml'), real)
  expect(withImage(first, { ...real, image: 'ghcr.io/b/svc-emulator' })).not.toContain('ghcr.io/a/')
  for (const [path, fill] of [
    ['SECURITY.md', filledPage],
    ['docs/run-locally.md', filledPage],
    ['Dockerfile', filledDockerfile],
    ['package.json', filledManifest],
    ['.github/ISSUE_TEMPLATE/config.yml', filledChooser],
  ] as const)
    expect(fill(fill(readText(path), real), facts)).toBe(readText(path))
})

it('names the page of releases where the repository is known', () => {
  const page = readText('docs/run-locally.md')
  expect(filledPage(page, facts)).toBe(page)
  expect(filledPage(page, real)).toContain(
    `attached to each release, on [the page of releases](${real.repository}/releases/latest).\n`,
  )
})

it('hides what is true after a release alone, until there is one', () => {
  const hidden = '<!-- once released\n`npx svc-emulator@latest`\n/once released -->\n'
  const shown = '<!-- once released -->\n`npx svc-emulator@latest`\n<!-- /once released -->\n'
  expect(filledPage(hidden, facts)).toBe(hidden)
  expect(filledPage(hidden, real)).toBe(shown)
  expect(filledPage(shown, facts)).toBe(hidden)
})

it('invites to the playground where it is published', () => {
  const page = '<!-- release: play -->\n<!-- /release -->\n'
  expect(filledPage(page, real)).toContain('(https://svc.example/play.html#try=GET%20/orgs/acme&as=none)')
  expect(filledPage(page, { ...real, homepage: 'https://placeholder.invalid/PLACEHOLDER/x#readme' })).not.toContain(
    'http',
  )
  expect(playAddress({ ...real, homepage: 'https://svc.example/docs/#readme' })).toBe(
    'https://svc.example/docs/play.html',
  )
})

it('shows no badges of an address that does not exist', () => {
  const page = '<!-- release: badges -->\n<!-- /release -->\n'
  expect(filledPage(page, { ...real, repository: 'https://placeholder.invalid/PLACEHOLDER/x' })).toBe(page)
  expect(filledPage(page, real)).toContain('https://www.npmjs.com/package/@a/svc-emulator')
})
