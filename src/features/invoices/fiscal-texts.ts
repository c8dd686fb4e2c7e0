import type { FiscalEnvironment, IssuerCondition } from '#domain/fiscal-documents.ts';
import { formatIdNumber } from '#domain/invoices.ts';
import type { Country } from '#domain/store.ts';
import type { Instant } from '#domain/time.ts';
import { fieldText } from '#texts/fields.ts';
import { wallTime } from '#domain/time.ts';

/** '31/12/2027'. */
export const fiscalDay = (at: Instant, zone: string): string =>
  wallTime(at, zone).date.split('-').toReversed().join('/');

export const fiscalEnvironmentLabels: Readonly<Record<Country, Readonly<Record<FiscalEnvironment, string>>>> = {
  AR: { sandbox: 'Prueba local, sin validez fiscal', test: 'Homologación de ARCA', production: 'Producción' },
  PY: { sandbox: 'Prueba local, sin validez fiscal', test: 'Pruebas de SIFEN', production: 'Producción' },
};

export const fiscalConditionLabels: Readonly<Record<IssuerCondition, string>> = {
  registered: 'Responsable Inscripto',
  monotributo: 'Monotributo',
  exempt: 'Exento',
};

/** '30-71111111-1', '80012345-0'. */
export const taxIdLabel = (taxId: string, country: Country): string =>
  formatIdNumber(country === 'AR' ? 80 : 'RUC', taxId);

export const fiscalTexts = {
  title: 'Facturación electrónica',
  loading: 'Cargando los datos fiscales…',
  offline: 'Sin conexión: los datos fiscales se ven cuando vuelva.',
  none: 'Para facturar, cargá quién emite y con qué certificado.',
  configure: 'Configurar la facturación',
  change: 'Cambiar los datos fiscales',
  taxId: { AR: 'CUIT', PY: 'RUC' },
  point: { AR: 'Punto de venta', PY: 'Punto de expedición' },
  startedOn: { AR: 'Inicio de actividades', PY: 'Inicio del timbrado' },
  issuer: (country: Country, { tax_id, point }: { readonly tax_id: string; readonly point: number }): string =>
    `${fiscalTexts.taxId[country]} ${taxIdLabel(tax_id, country)} · ${fiscalTexts.point[country]} ${point}`,
  environment: 'Ambiente',
  name: 'Razón social',
  address: 'Domicilio comercial',
  condition: 'Condición frente al IVA',
  grossIncome: 'Ingresos Brutos (opcional)',
  establishment: 'Establecimiento',
  timbrado: 'Timbrado',
  activity: 'Actividad económica',
  certificate: 'Certificado (PEM)',
  certificateKept: (subject: string, day: string): string => `Guardado: ${subject}. Vence el ${day}.`,
  privateKey: 'Clave privada (PEM)',
  keyKept: 'Guardada y cifrada. Pegá otra solo para reemplazarla.',
  file: (what: string): string => `Elegir archivo: ${what}`,
  cscId: 'Id del CSC',
  csc: 'CSC',
  cscKept: 'Guardado y cifrado. Escribí otro solo para reemplazarlo.',
  noVault: 'Este servidor no guarda certificados: falta FISCAL_SECRET. Solo se puede usar la prueba local.',
  expires: (day: string): string => `Certificado: vence el ${day}`,
  expiresSoon: (days: number): string =>
    days < 0 ? 'El certificado está vencido.' : `El certificado vence en ${days} ${days === 1 ? 'día' : 'días'}.`,
  save: 'Guardar datos fiscales',
  saved: 'Los datos fiscales fueron guardados.',
  needsNetwork: 'Necesitás conexión para guardar los datos fiscales',
} as const;

/** What a refused field means, where the server's own words say only that it is invalid. */
const problems: Readonly<Record<string, string>> = {
  certificate: 'El certificado no se puede leer o no está vigente.',
  private_key: 'La clave no corresponde al certificado.',
  environment: 'Este servidor no ofrece ese ambiente.',
  'issuer.timbrado': 'Son 8 dígitos.',
};
const taxIdProblems: Readonly<Record<Country, string>> = {
  AR: 'Revisá el CUIT: son 11 dígitos.',
  PY: 'Revisá el RUC y su dígito verificador.',
};

/** An invoice is not decided: its taxpayer and credentials stay. */
export const fiscalBusyText =
  'Hay una factura sin respuesta. Esperá a que se resuelva para cambiar el contribuyente, el ambiente o las claves.';

/** The sentence at a field. `told`: the server's own. */
export function fiscalProblem(field: string, told: string, country: Country): string {
  if (told !== fieldText({ rule: 'invalid' })) return told;
  return field === 'issuer.tax_id' ? taxIdProblems[country] : (problems[field] ?? told);
}
