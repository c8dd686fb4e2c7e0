import type {
  FiscalAuthorityName,
  FiscalEnvironment,
  FiscalIssuer,
  NumberedContent,
} from '#domain/fiscal-documents.ts';

/** A taxpayer with the credentials that it asks with. */
export interface FiscalTaxpayer {
  readonly issuer: FiscalIssuer;
  readonly environment: FiscalEnvironment;
  /** PEM. */
  readonly certificate: string;
  readonly privateKey: string;
  /** Paraguay: what the QR is signed with. */
  readonly csc: { readonly id: string; readonly secret: string } | null;
}

/** What is made of a document before it is sent, and sent again unchanged. */
export interface SealedDocument {
  /** CDC; null: the authority gives the code. */
  readonly code: string | null;
  readonly qr: string | null;
  /** The signed document; null: it is sent as it is. */
  readonly text: string | null;
}

/** A document as it is stored before the authority is asked. */
export interface StoredContent {
  readonly content: NumberedContent;
  readonly sealed: SealedDocument;
  /** The authority's receipt, when it has taken the document and not decided yet. */
  readonly receipt: string | null;
}

export type FiscalReply =
  /** Final: the document exists, with these remarks. */
  | {
      readonly kind: 'authorised';
      readonly code: string;
      /** 'YYYY-MM-DD'; null: it does not expire. */
      readonly expires: string | null;
      readonly qr: string | null;
      readonly remarks: readonly string[];
    }
  /** Final: it does not exist. `sentence` is for the person who asked. */
  | { readonly kind: 'rejected'; readonly code: string; readonly sentence: string; readonly ours: boolean }
  /** The authority has none under this number. */
  | { readonly kind: 'missing' }
  /** The authority has another document under this number: another system numbers here too. */
  | { readonly kind: 'different' }
  /** It expected another number or day, or already has one: look the document up before anything is concluded. */
  | { readonly kind: 'out-of-turn'; readonly code: string }
  /** It has taken the document, and decides later. */
  | { readonly kind: 'taken'; readonly receipt: string | null; readonly againMs: number }
  /** Nothing was done, and nothing is in doubt: the authority cannot be reached, or the credentials are not taken. */
  | { readonly kind: 'not-sent'; readonly code: string; readonly sentence: string }
  /** Whether it did what it was asked is not known. `againMs`: it says so at the earliest after this time. */
  | { readonly kind: 'unknown'; readonly code: string; readonly againMs?: number };

export type LastNumberReply =
  | { readonly kind: 'last'; readonly number: number }
  | Extract<FiscalReply, { kind: 'not-sent' }>;

/**
 * A tax authority. No method throws for its answer or a lost one. Never call it while a transaction is open: an answer may
 * take half a minute.
 */
export interface FiscalAuthority {
  readonly name: FiscalAuthorityName;
  /**
   * The last number that it has authorised of that type. null: it does not number, so the next number is ours, and a
   * document in doubt holds no other one up.
   */
  readonly lastNumber:
    | ((
        taxpayer: FiscalTaxpayer,
        series: { readonly point: number; readonly type: number },
      ) => Promise<LastNumberReply>)
    | null;
  /** Makes what is stored before it is sent. */
  seal(taxpayer: FiscalTaxpayer, content: NumberedContent): SealedDocument;
  submit(taxpayer: FiscalTaxpayer, document: StoredContent): Promise<FiscalReply>;
  /** Looks up what became of a document that was, or may have been, submitted. */
  find(taxpayer: FiscalTaxpayer, document: StoredContent): Promise<FiscalReply>;
}

/** The authorities that this server can ask. */
export interface Billing {
  /** The authority of a store's settings; null: this server has none of that environment. */
  authorityOf(name: FiscalAuthorityName, environment: FiscalEnvironment): FiscalAuthority | null;
  /** The credentials of a taxpayer of the sandbox, which takes any. */
  sandboxCredentials(taxId: string): { readonly certificate: string; readonly privateKey: string };
  /** Encrypts what must not be read in a copy of the database; null: no FISCAL_SECRET, so no credentials are taken. */
  readonly vault: FiscalVault | null;
}

export interface FiscalVault {
  seal(text: string): string;
  /** Throws for a text that was sealed by another secret or changed. */
  open(sealed: string): string;
}
