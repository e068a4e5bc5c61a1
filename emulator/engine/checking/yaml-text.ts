/**
 * YAML as plain values. A module of its own, so that bundlers drop unused exports of the library, which they cannot for
 * `import('yaml')`.
 */
export { parse as parseYaml, stringify as stringifyYaml } from 'yaml'
