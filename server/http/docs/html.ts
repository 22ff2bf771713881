const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? sign)

export const code = (text: string) => `<code>${escaped(text)}</code>`

export const jsonBlock = (value: unknown) => `<pre>${escaped(JSON.stringify(value, null, 2))}</pre>`

const cells = (row: readonly string[]) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`

/** Empty where there are no rows. */
export function htmlTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const head = heads.map((name) => `<th scope="col">${name}</th>`).join('')
  return `<div class="wide" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${rows.map(cells).join('')}</tbody></table></div>`
}
