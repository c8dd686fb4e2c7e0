import type { FiscalDocument, FiscalState } from '#domain/fiscal-documents.ts';
import { fiscalLetter } from '#domain/fiscal-documents.ts';
import type { InvoiceType } from '#domain/invoices.ts';
import { invoiceLetters } from '#domain/invoices.ts';

/** 'hace 20 s', 'hace 3 min', 'hace 2 h'. */
export function documentAge(seconds: number): string {
  if (seconds < 60) return `hace ${seconds} s`;
  if (seconds < 3_600) return `hace ${Math.floor(seconds / 60)} min`;
  return `hace ${Math.floor(seconds / 3_600)} h`;
}

export const documentStateLabels: Readonly<Record<FiscalState, string>> = {
  requested: 'Solicitada',
  verifying: 'En verificación',
  issued: 'Emitida',
  observed: 'Emitida con observaciones',
  rejected: 'Rechazada',
};

/** 'Factura B', 'Nota de crédito B', 'Factura'. */
export const documentName = ({
  kind,
  authority,
  content,
}: Pick<FiscalDocument, 'kind' | 'authority' | 'content'>): string =>
  [kind === 'invoice' ? 'Factura' : 'Nota de crédito', fiscalLetter(authority, content.type)].filter(Boolean).join(' ');

export const invoiceTexts = {
  title: 'Factura',
  action: 'Facturar',
  back: 'Volver',
  loading: 'Cargando la factura…',
  offline: 'Sin conexión: para facturar hace falta la red.',
  sandbox: 'SIN VALIDEZ FISCAL',
  types: 'Tipo de factura',
  type: (type: InvoiceType): string => `Factura ${invoiceLetters[type]}`,
  customer: 'Cliente',
  customers: { final: 'Consumidor final', other: 'Otro' },
  name: 'Nombre o razón social',
  vat: 'Condición frente al IVA',
  vatAr: {
    final: 'Consumidor final',
    registered: 'Responsable Inscripto',
    monotributo: 'Monotributo',
    exempt: 'Exento',
  },
  vatPy: { final: 'Consumidor final', company: 'Empresa', exempt: 'Exento' },
  idType: 'Documento',
  idNumber: 'Número',
  noCondition: 'Configurá tu condición frente al IVA.',
  noSettings: 'Faltan los datos fiscales de la tienda.',
  unavailable: 'La facturación no está disponible.',
  notNow: 'Ahora no',
  done: 'Listo',
  print: 'Imprimir',
  total: 'Total',
  summary: 'Qué se factura',
  tax: (rate: string): string => `IVA ${rate} incluido`,
  issued: (name: string): string => `${name} emitida.`,
  pending: 'La factura quedó pendiente. No la cargues de nuevo.',
  asked: (age: string, by: string | null): string => (by === null ? `Pedida ${age}` : `Pedida ${age} por ${by}`),
  next: (seconds: number): string =>
    seconds <= 1 ? 'Se consulta de nuevo ahora.' : `Se consulta de nuevo en ${seconds} s.`,
  nextLong: (minutes: number): string => `Se consulta de nuevo en ${minutes} min.`,
  preview: 'Vista previa de la factura',
  observed: (remarks: string): string => `Observaciones de la autoridad: ${remarks}`,
  line: (quantity: number, name: string): string => `${quantity} × ${name}`,
  rejected: 'No se emitió',
  undo: 'Anular con nota de crédito',
  undoTitle: '¿Anular la factura?',
  undoText: 'Se emite una nota de crédito por el total. La factura no se puede recuperar.',
  undoConfirm: 'Anular la factura',
  undoCancel: 'No, volver',
  undone: 'Anulada con nota de crédito',
  see: 'Ver factura',
  again: 'Facturar de nuevo',
  block: 'Factura',
  pendingTitle: 'Facturas sin respuesta',
  documents: 'Comprobantes',
} as const;
