/** Removes the features that the oldest supported browsers lack, as far as a script can. Runs in the page, before all other scripts. */
export function removeNewFeatures(): void {
  const owners: Record<string, [object, readonly string[]]> = {
    Map: [Map, ['groupBy']],
    Object: [Object, ['groupBy']],
    Promise: [Promise, ['withResolvers', 'try']],
    Array: [Array, ['fromAsync']],
    URL: [URL, ['canParse', 'parse']],
    RegExp: [RegExp, ['escape']],
    Set: [Set.prototype, ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']],
    String: [String.prototype, ['isWellFormed', 'toWellFormed']],
    ArrayBuffer: [ArrayBuffer.prototype, ['transfer', 'transferToFixedLength']],
    HTMLElement: [HTMLElement.prototype, ['showPopover', 'hidePopover', 'togglePopover', 'popover']],
    Element: [Element.prototype, ['checkVisibility']],
    Document: [Document.prototype, ['startViewTransition']],
    Intl: [Intl, ['DurationFormat']],
    window: [window, ['Temporal', 'Iterator', 'navigation', 'scheduler', 'CloseWatcher']],
  }
  for (const [owner, names] of Object.values(owners)) for (const name of names) Reflect.deleteProperty(owner, name)
}

/** Simulates a page without TLS from another machine. */
export function removeSecureContext(): void {
  Reflect.deleteProperty(Crypto.prototype, 'randomUUID')
  Reflect.deleteProperty(Navigator.prototype, 'clipboard')
}

/** Blocks cookies and site data: even access to the storage throws. */
export function blockStorage(): void {
  const get = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get })
}
