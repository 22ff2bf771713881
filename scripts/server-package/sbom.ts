import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library'
import { productTitle, productVersion } from '#shared/brand.ts'
import { idOf, type Part } from './parts.ts'

export const sbomVersion = Spec.Version.v1dot6

function componentOf({ name, version, license, purl, sha512 }: Part): Models.Component {
  const component = new Models.Component(Enums.ComponentType.Library, name, { version, bomRef: idOf({ name, version }) })
  if (purl !== null) component.purl = purl
  if (sha512 !== null) component.hashes.set(Enums.HashAlgorithm['SHA-512'], sha512)
  component.licenses.add(new Models.LicenseExpression(license))
  return component
}

/**
 * The software bill of materials of the packed server, as CycloneDX 1.6 in JSON: every part with its version, licence, package URL and hash, and
 * what needs what. The same parts give the same text, so it has neither a time nor a serial number.
 */
export function makeSbom(parts: readonly Part[]): string {
  const components = new Map(parts.map((part) => [idOf(part), componentOf(part)]))
  const product = new Models.Component(Enums.ComponentType.Application, productTitle, {
    version: productVersion,
    bomRef: idOf({ name: productTitle, version: productVersion }),
  })
  product.licenses.add(new Models.LicenseExpression('MIT'))
  const needed = new Set(parts.flatMap(({ needs }) => needs))
  for (const part of parts) {
    const component = components.get(idOf(part))
    if (!component) continue
    for (const need of part.needs.flatMap((id) => components.get(id) ?? [])) component.dependencies.add(need.bomRef)
    if (!needed.has(idOf(part))) product.dependencies.add(component.bomRef)
  }
  const bom = new Models.Bom({
    metadata: new Models.Metadata({ component: product }),
    components: new Models.ComponentRepository(components.values()),
  })
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6))
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`
}
