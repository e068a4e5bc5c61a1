// oxlint-disable-next-line import/no-default-export
export default { build: { target: 'es2022' } }
