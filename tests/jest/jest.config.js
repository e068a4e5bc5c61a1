/** One project for each way in which Jest loads a package; `modules` is run with --experimental-vm-modules alone. */
const settings = {
  commonjs: { transform: {} },
  'ts-jest': { transform: { '\\.ts$': ['ts-jest', { tsconfig: `${__dirname}/ts-jest/tsconfig.json` }] } },
  // Some packages that msw brings are modules only, and Jest without --experimental-vm-modules reads none.
  msw: {
    transform: { '\\.m?js$': ['babel-jest', { plugins: ['@babel/plugin-transform-modules-commonjs'] }] },
    transformIgnorePatterns: ['/node_modules/(?!(?:rettime|until-async|@open-draft|@mswjs)/)'],
  },
  // As jsdom is to a package, which npm would have to install.
  bare: { transform: {}, testEnvironment: `${__dirname}/bare-environment.js` },
  modules: { transform: {} },
}

module.exports = {
  projects: Object.entries(settings).map(([name, setting]) => ({
    displayName: name,
    rootDir: `${__dirname}/${name}`,
    testMatch: ['<rootDir>/*.test.*'],
    testEnvironment: 'node',
    ...setting,
  })),
}
