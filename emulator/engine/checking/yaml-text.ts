/** YAML as plain values. Loaded only when needed: a bundler keeps the names of what a module imports, not of an `import('yaml')`. */
export { parse as parseYaml, stringify as stringifyYaml } from 'yaml'
