/** A part of a URL as it was meant. One that is not percent-encoded, such as a password with a bare `%`, is what it says. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
