import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'

/** Problems of a built site: links whose file or heading does not exist, and pages that do not lead back to the first one. */
export function siteProblems(folder: string, base: string): string[] {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.html') && path !== 'play.html',
  )
  const read = (path: string): string => readFileSync(join(folder, path), 'utf8')
  const ids = new Map(pages.map((path) => [path, new Set(attributes(read(path), 'id'))]))
  return pages.flatMap((page) => {
    const links = attributes(read(page), 'href').filter((link) => !/^([a-z]+:|\/\/)/i.test(link))
    const dead = [...new Set(links)].filter((link) => {
      const [file, heading] = target(link, page, base, folder)
      if (file === undefined) return true
      return heading !== '' && ids.has(file) && !ids.get(file)?.has(heading)
    })
    const leadsBack = page === '404.html' || links.includes(base)
    return [
      ...dead.map((link) => `${page}: dead link ${link}`),
      ...(leadsBack ? [] : [`${page}: no link to the first page`]),
    ]
  })
}

/** File of the site that a link of a page leads to, undefined where there is none, and the id in it. */
function target(link: string, page: string, base: string, folder: string): [file: string | undefined, id: string] {
  const { pathname, hash } = new URL(link, `http://site${base}${page}`)
  if (!pathname.startsWith(base)) return [undefined, '']
  const path = decodeURI(pathname.slice(base.length))
  const file = [path, `${path}.html`, posix.join(path, 'index.html')].find(
    (each) => existsSync(join(folder, each)) && statSync(join(folder, each)).isFile(),
  )
  return [file, decodeURIComponent(hash.slice(1))]
}

// The generator quotes every attribute.
function attributes(html: string, name: string): string[] {
  return [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map(([, value = '']) =>
    value.replaceAll('&amp;', '&').replaceAll('&quot;', '"'),
  )
}
