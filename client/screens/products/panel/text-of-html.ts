const blocks = 'p, div, li, tr, h1, h2, h3, h4, h5, h6, blockquote, pre'

/** The readable text of a description, a line for each of its blocks. The document is never shown, so its scripts and pictures never load. */
export function textOfHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of body.querySelectorAll('script, style, template')) element.remove()
  for (const element of body.querySelectorAll('br')) element.replaceWith('\n')
  for (const element of body.querySelectorAll('li')) element.prepend('• ')
  for (const element of body.querySelectorAll(blocks)) element.append('\n')
  return (body.textContent ?? '')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/\s*\n\s*/g, '\n')
    .trim()
}
