/** Version of the package. A test compares it with package.json, which a browser cannot read. */
export const VERSION = '0.1.0'
