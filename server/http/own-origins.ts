/** The origins of our own pages. Those opened as 127.0.0.1 are as much our own as those opened as localhost. */
export function ownOrigins(appUrl: string): string[] {
  const { origin } = new URL(appUrl)
  return origin.includes('//localhost') ? [origin, origin.replace('//localhost', '//127.0.0.1')] : [origin]
}
