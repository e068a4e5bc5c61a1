import { existsSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import { pages, placeInSite, root } from './pages.ts'

/** Addresses that links lead to outside of the site, as in tools/release.json. */
export interface Addresses {
  readonly repository: string
  /** Address of the site. */
  readonly homepage: string
}

/**
 * Target in the site of a link that is written for the repository: a page of the site, or else the file in the repository. A link to the
 * published site leads into this one.
 * @throws where the link leads to a file that does not exist
 */
export function siteLink(page: string, link: string, { repository, homepage }: Addresses): string {
  if (link.startsWith(homepage)) return `/${link.slice(homepage.length)}`
  if (/^([a-z][a-z\d+.-]*:|#)/i.test(link)) return link
  const [, path = '', hash = ''] = /^([^#]*)(#.*)?$/.exec(link) ?? []
  const target = posix.join(posix.dirname(page), decodeURI(path))
  if (target === 'dist/play.html') return `/play.html${hash}`
  if (pages.includes(target)) return `/${placeInSite(target)}${hash}`
  if (target.startsWith('..') || !existsSync(root + target))
    throw new Error(`${page} links to ${link}, and there is no file ${target}`)
  return `${repository}/${statSync(root + target).isDirectory() ? 'tree' : 'blob'}/main/${target}${hash}`
}
