/**
 * The version of Shopify's Admin API that all documents here are written for. It is defined only here. A test validates the documents
 * against its schema. docs/shopify-version.md describes an upgrade.
 */
export const apiVersion = '2026-10'

export const graphqlPath = `/admin/api/${apiVersion}/graphql.json`
export const tokenPath = '/admin/oauth/access_token'
export const authorizePath = '/admin/oauth/authorize'
