/** The origins of our own pages. For localhost, pages at 127.0.0.1 are our own too. */
export function ownOrigins(appUrl: string): string[] {
  const { origin } = new URL(appUrl)
  return origin.includes('//localhost') ? [origin, origin.replace('//localhost', '//127.0.0.1')] : [origin]
}
