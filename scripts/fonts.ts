// npm run fonts: makes the files in client/fonts from the package of the typeface. Needed after an update of that package only.
import { writeFile } from 'node:fs/promises'
import { fontCss, fontPartNames, makeFontPart } from './font-files.ts'

const folder = new URL('../client/fonts/', import.meta.url)

for (const part of fontPartNames) {
  const bytes = await makeFontPart(part)
  await writeFile(new URL(`inter-${part}.woff2`, folder), bytes)
  console.log(`inter-${part}.woff2: ${(bytes.byteLength / 1024).toFixed(1)} KB`)
}
await writeFile(new URL('inter.css', folder), fontCss())
