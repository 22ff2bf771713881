/** The product's name in the text logo, in page titles, in authenticator apps and for passkeys. */
export const productTitle = 'Backcounter'
