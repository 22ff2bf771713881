/** The product's name: the text logo, the end of every page title, and what authenticator apps and passkeys are listed under. */
export const productTitle = 'Backcounter'
