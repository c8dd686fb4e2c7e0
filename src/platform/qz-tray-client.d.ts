/** The part of the official client that src/platform/qz-tray.ts uses. */
declare module 'qz-tray' {
  interface PrintData {
    readonly type: 'raw';
    readonly format: 'command';
    readonly flavor: 'base64';
    readonly data: string;
  }
  const qz: {
    readonly api: {
      getVersion: (options?: object) => Promise<unknown>;
      setSha256Type(hash: (text: string) => string): void;
      setWebSocketType(type: new (address: string) => WebSocket): void;
    };
    readonly security: {
      setCertificatePromise(
        load: (resolve: (certificate: string) => void, reject: (error: unknown) => void) => void,
        options: { readonly rejectOnFailure: boolean },
      ): void;
      setSignatureAlgorithm(algorithm: 'SHA512'): void;
      setSignaturePromise(
        sign: (text: string) => (resolve: (signature: string) => void, reject: (error: unknown) => void) => void,
      ): void;
    };
    readonly websocket: {
      connect(options: object): Promise<void>;
      disconnect(): Promise<void>;
      isActive(): boolean;
      setClosedCallbacks(onClosed: () => void): void;
    };
    readonly printers: { find(): Promise<string[] | string> };
    readonly configs: { create(printer: { readonly name: string }, options: object): object };
    print(config: object, data: readonly PrintData[]): Promise<void>;
  };
  export default qz;
}
