// npm run docs:build: renders docs/guides and the pages that they refer to into dist/docs, which the server serves under /docs.
import { buildGuides } from './guides/build.ts'

await buildGuides()
