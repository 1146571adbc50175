// SPDX-License-Identifier: MIT
// bcrypt_pbkdf from Java, timed for compare_bindings.py. The argument says how the key comes back: array
// or buffer. Lines in and out are those of python_worker.py.
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicInteger;
import osshkey.BcryptPbkdf;

public final class JavaWorker {
  private interface Kdf {
    byte[] derive(byte[] passphrase, byte[] salt, int rounds, int size) throws Exception;
  }

  private static byte[] inArrays(byte[] passphrase, byte[] salt, int rounds, int size) throws Exception {
    byte[] out = new byte[size];
    BcryptPbkdf.derive(passphrase, salt, rounds, out);
    return out;
  }

  private static ByteBuffer direct(byte[] bytes) {
    return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
  }

  private static byte[] inBuffers(byte[] passphrase, byte[] salt, int rounds, int size) throws Exception {
    ByteBuffer out = ByteBuffer.allocateDirect(size);
    BcryptPbkdf.derive(direct(passphrase), direct(salt), rounds, out, null);
    byte[] key = new byte[size];
    out.get(key);
    return key;
  }

  private static double guesses(Kdf kdf, int count, int threads, int rounds, int size) throws Exception {
    long start = System.nanoTime();
    AtomicInteger next = new AtomicInteger();
    Thread[] pool = new Thread[threads];
    for (int i = 0; i < threads; ++i) {
      pool[i] = new Thread(() -> {
        try {
          for (int guess = next.getAndIncrement(); guess < count; guess = next.getAndIncrement()) {
            kdf.derive(("guess " + guess).getBytes(), "salt".getBytes(), rounds, size);
          }
        } catch (Exception any) {
          throw new IllegalStateException(any);
        }
      });
      pool[i].start();
    }
    for (Thread thread : pool) {
      thread.join();
    }
    return (System.nanoTime() - start) * 1e-9;
  }

  public static void main(String[] arguments) throws Exception {
    Kdf kdf = arguments[0].equals("array") ? JavaWorker::inArrays : JavaWorker::inBuffers;
    System.out.println("osshkey's binding, Java " + Runtime.version().feature() + ", "
        + (arguments[0].equals("array") ? "byte[]" : "direct buffers"));
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] words = line.split(" ");
      if (words[0].equals("guesses")) {
        System.out.println(guesses(kdf, Integer.parseInt(words[1]), Integer.parseInt(words[2]),
            Integer.parseInt(words[3]), Integer.parseInt(words[4])));
        continue;
      }
      byte[] passphrase = HexFormat.of().parseHex(words[0]);
      byte[] salt = HexFormat.of().parseHex(words[1]);
      long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      byte[] key = kdf.derive(passphrase, salt, Integer.parseInt(words[2]), Integer.parseInt(words[3]));
      double seconds = (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start) * 1e-9;
      System.out.println(seconds + " " + HexFormat.of().formatHex(key));
    }
  }
}
