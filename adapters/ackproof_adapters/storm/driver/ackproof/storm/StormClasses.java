package ackproof.storm;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The classes of one Storm release, and stand-ins for its interfaces. */
final class StormClasses {
    private final Release release;
    private final ClassLoader loader;

    StormClasses(Release release) throws MalformedURLException {
        this.release = release;
        List<URL> urls = new ArrayList<>();
        for (Release.Jar jar : release.jars()) {
            urls.add(Path.of(jar.path()).toUri().toURL());
        }
        // The platform's loader as parent: what this driver uses and what Storm uses can then be of different versions.
        loader = new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
        // Clojure looks for compiled namespaces in the thread's loader.
        Thread.currentThread().setContextClassLoader(loader);
    }

    Class<?> acker() throws ClassNotFoundException {
        return loader.loadClass(release.acker());
    }

    Class<?> rotatingMap() throws ClassNotFoundException {
        return loader.loadClass(release.rotatingMap());
    }

    /** Return a class of Storm's programming interface, such as {@code tuple.Tuple}. */
    Class<?> api(String name) throws ClassNotFoundException {
        return loader.loadClass(release.api() + "." + name);
    }

    /** Return an object of an interface of Storm's, whose methods the handler carries out. */
    Object standIn(Class<?> type, InvocationHandler handler) {
        return Proxy.newProxyInstance(loader, new Class<?>[] {type}, handler);
    }
}
